# --symbol-directory: symbols from a separate debug file. The stripped image holds its name and its
# checksum.
. "$SRCDIR/tests/cli/golden/options/program"
mkdir debug
program | "$TOOLS/mkimage" >debug/parts.debug
sum=$(perl -MCompress::Zlib=crc32 -0777 -ne 'print unpack "H8", pack "V", crc32 $_' debug/parts.debug)
{
    echo 'symtab no'
    program | grep -v '^sym'
    echo "section .gnu_debuglink 0 16 rodata hex 70617274732e646562756700$sum" # the name
} | "$TOOLS/mkimage" >stripped
show gprof -b -p --symbol-directory=debug stripped
same gprof -b -p --symbol-directory=missing --symbol-directory debug stripped
