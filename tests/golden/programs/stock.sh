# stock.sh - what the program of the manual's tutorial recorded in one run; written by lib/record.pl
#
# Commands:
#     recorded NAME   makes the files stock, gmon.out and stacks.gmon.out: of the first build, `stock' or `fixed'
#     compared        makes the files of three runs: stock.before, before.N, stock, after.N
#     steps           shows each command of its input (a line, or two if a \\ ends the first), and what it prints
# The runs are recorded/NAME.NUMBER, one of the first build, and three of each other.
#
# SPDX-License-Identifier: GPL-3.0-or-later

first_image()
{
    cat <<'END'
entry 0x22d0
section .text 0x20e0 0x399 hex 554889e54154534883ec7067e84f5d01004c8d25a8ef0100488d5d800f1f4000488b1559ef0100be640000004889dfe87cffffff4885c00f844b0100000fbe5581488d458180fa207513660f1f4400000fbe50014883c00180fa2074f38d4ad080f909b9000000000f87ca00000066904883c0018d0c898d4c4ad00fbe108d72d04080fe0976e980fa200f85a80000000fbe50014883c00180fa2074f38d72d04080fe09be00000000771c0f1f4400004883c0018d34b68d7472d00fbe108d7ad04080ff0976e9807d806448633dd6ee0100754c81ff9f8601007e64488d15ddee010031c0eb14660f1f84000000000083c0014883c21039f8742d3b0a75f148984863f648c1e0044c01e0488b50084839f27c144829f248895008e900ffffff85ff7fb80f1f400048830570ee010001e9ebfeffff0f1f0031f6eb8b0f1f40004c8d0579ee010085ff0f8e850000004d89e0488d1567ee010031c0eb0e0f1f0083c0014883c21039f874693b0a75f1489848c1e0044c01e04863f648017008e99cfeffff0f1f40008b351aee010085f67e574863ce488d052cee010031d248c1e1044801c10f1f004803104883c0104839c175f4488b0de5ed0100488d3d666d010031c0e8c7fdffff4883c47031c05b415c5dc38d470148c1e7048905c7ed0100498d04388908eb8f31d2ebc70f1f0031ed4989d15e4889e24883e4f050544531c031c9488d3df5fdffffff1597ec0100f4662e0f1f8400000000000f1f40008b0562ed010085c07406c30f1f4400004883ec08488d35465f0100488d3ddedcffffc7053ced010001000000e83ff30000488d3d18f400004883c408e90f010000662e0f1f8400000000000f1f440000c3662e0f1f8400000000000f1f440000488d3df9ec0100488d05f2ec01004839f87415488b0516ec01004885c07409ffe00f1f8000000000c30f1f8000000000488d3dc9ec0100488d35c2ec01004829fe4889f048c1ee3f48c1f8034801c648d1fe7414488b050dec01004885c07408ffe0660f1f440000c30f1f8000000000f30f1efa803d91ec010000752b5548833deaeb0100004889e5740c488b3d66ec0100e8d9fcffffe864ffffffc60569ec0100015dc30f1f00c30f1f8000000000f30f1efae977ffffff0f1f8000000000f30f1efac366662e0f1f840000000000f30f1efac366662e0f1f840000000000488b3511ec0100e904fcffff0f1f4000488b1501ec010031f6e942fcffff6690488b0df1eb0100e914fcffff0f1f40004883ec08e8e7fbffff
section gmon_text 0x2480 0x15dd8 code
section .fini 0x18258 0x9 code
0x20e0 stock.c:76 main
inline number 0x211d 0x2121
inline read_line 0x2121 0x2125
inline number 0x2125 0x21a7
inline read_line 0x21a7 0x21c3
inline look_up 0x21c3 0x21df
inline sell 0x21df 0x2200
inline look_up 0x2200 0x2208
inline sell 0x2208 0x2218
inline number 0x2218 0x2220
inline look_up 0x2220 0x2258
inline deliver 0x2258 0x2268
inline deliver 0x22b4 0x22c9
0x20f1 stock.c:80
0x2100 stock.c:80
0x211d stock.c:56
0x2121 stock.c:66
0x2125 stock.c:56
0x2130 stock.c:56
0x2134 stock.c:57
0x2138 stock.c:56
0x213d stock.c:58
0x2143 stock.c:54
0x2148 stock.c:58
0x2150 stock.c:59
0x2154 stock.c:59
0x2157 stock.c:59
0x215b stock.c:58
0x215e stock.c:58
0x2167 stock.c:56
0x2170 stock.c:56
0x2174 stock.c:57
0x2178 stock.c:56
0x217d stock.c:58
0x2184 stock.c:54
0x2189 stock.c:58
0x2190 stock.c:59
0x2194 stock.c:59
0x2197 stock.c:59
0x219b stock.c:58
0x219e stock.c:58
0x21a7 stock.c:69
0x21ab stock.c:69
0x21b2 stock.c:69
0x21b4 stock.c:69
0x21c3 stock.c:23
0x21d0 stock.c:23
0x21d3 stock.c:23
0x21db stock.c:24
0x21df stock.c:45
0x21e1 stock.c:45
0x21e4 stock.c:45
0x21e8 stock.c:45
0x21ef stock.c:45
0x21f4 stock.c:46
0x2200 stock.c:23
0x2208 stock.c:48
0x2218 stock.c:54
0x2220 stock.c:23
0x2239 stock.c:23
0x2240 stock.c:23
0x2243 stock.c:23
0x224b stock.c:24
0x224f stock.c:25
0x2251 stock.c:25
0x2255 stock.c:25
0x2258 stock.c:38
0x225b stock.c:38
0x225f stock.c:39
0x2268 stock.c:82
0x227c stock.c:78
0x2288 stock.c:83
0x228b stock.c:82
0x228f stock.c:82
0x2294 stock.c:84
0x22a9 stock.c:86
0x22b4 stock.c:35
0x22b7 stock.c:35
0x22bb stock.c:35
0x22c1 stock.c:35
0x22c5 stock.c:36
0x22c9 stock.c:78
0x22cd end
sym main 0x20e0 0x1ed
sym _start 0x22d0 0x22
sym __gmon_start__ 0x2300 0x41
sym _dl_relocate_static_pie 0x2350 0x1
sym <external> 0x2420 0x10
sym <unseen> 0x2430 0x10
sym at_quick_exit 0x2440 0xc local
sym atexit 0x2450 0xe local
sym __pthread_atfork 0x2460 0xc
sym pthread_atfork 0x2460 0xc local
sym __stack_chk_fail_local 0x2470 0x9
sym _mcount 0x17e40 0x135
sym mcount 0x17e40 0x135
sym _fini 0x18258
END
}

first_data_1()
{
    cat <<'END'
width 64
endian little
magic spare 7fb13097da5537cbe42f1c07
hist 0x0 0x18262 49457 100 seconds s
bin 4272 1
bin 4334 1
bin 4390 71
END
}

first_stacks_1()
{
    cat <<'END'
stacks
section d 9f850689eea49de1b6c7b08a01
section e cfdfaddb0301
module program - stock as first
module library - ./libc.so.6 as libc.so.6
name main 0x20e0 first
name _start 0x22d0 first
stacks cpu 10000000 runs 1 missing 0 lost 0
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main=0x81 signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main=0xfd signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main=0x16d signals 71 ticks 71 squares 71
END
}

stock_image()
{
    cat <<'END'
entry 0x2170
section .text 0x20e0 0x419 hex 554889e5534883ec7867e8d15d0100488d5d80eb0b0f1f004889dfe830030000488b1559ef0100be640000004889dfe87cffffff4885c075df8b3569ef010085f67e474863ce488d057bef010031d248c1e1044801c1662e0f1f8400000000004803104883c0104839c875f4488b0d2def0100488d3dae6e010031c0e80fffffff4883c47831c05b5dc331d2ebde669031ed4989d15e4889e24883e4f050544531c031c9488d3d55ffffffff15f7ed0100f4662e0f1f8400000000000f1f40008b05c2ee010085c07406c30f1f4400004883ec08488d3526610100488d3d3edeffffc7059cee010001000000e81ff50000488d3df8f500004883c408e9ef020000662e0f1f8400000000000f1f440000c3662e0f1f8400000000000f1f440000488d3d59ee0100488d0552ee01004839f87415488b0576ed01004885c07409ffe00f1f8000000000c30f1f8000000000488d3d29ee0100488d3522ee01004829fe4889f048c1ee3f48c1f8034801c648d1fe7414488b056ded01004885c07408ffe0660f1f440000c30f1f8000000000f30f1efa803df1ed010000752b5548833d4aed0100004889e5740c488b3dc6ed0100e839feffffe864ffffffc605c9ed0100015dc30f1f00c30f1f8000000000f30f1efae977ffffff0f1f8000000000554889e567e8f65b01008b35b8ed010085f67e34488d05c5ed010031d24889c1eb11660f1f44000083c2014883c11039f27415393975f14863d25d48c1e2044801d0c30f1f44000031c05dc30f1f4000554889e541545367e8a35b01004189fc4863dee898ffffff4885c07413480158085b415c5dc3662e0f1f84000000000048630541ed01008d500148c1e004891534ed0100488d1545ed01004801d0480158084489205b415c5dc3660f1f440000554889e55367e8455b010089f3e83effffff4885c0740c488b50084863f34839f27d15488305e5ec010001488b5df8c9c30f1f80000000004829f2488b5df848895008c9c366662e0f1f840000000000554889e567e8f65a0100488b070fb60880f920751d488d50010f1f80000000004889174889d00fb60a4883c20180f92074ee83e93080f909772e4883c00131c94889c24889078d34890fbe48ff0fb6124883c0018d4c71d083ea3080fa0976e089c85dc30f1f400031c95d89c8c36690554889e541554154534883ec1067e87d5a01004c8d6de0488d47014889fb4c89ef488945e0e866ffffff4c89ef4189c4e85bffffff803b644489e789c6750c813d0fec01009f8601007e154883c4105b415c415d5de9e6feffff660f1f4400004883c4105b415c415d5de971feffff90f30f1efac366662e0f1f840000000000f30f1efac366662e0f1f840000000000488b3591eb0100e984fbffff0f1f4000488b1581eb010031f6e9c2fbffff6690488b0d71eb0100e994fbffff0f1f40004883ec08e867fbffff
section gmon_text 0x2500 0x15dd8 code
section .fini 0x182d8 0x9 code
0x20e0 stock.c:76 main
0x20ef stock.c:80
0x20f3 stock.c:80
0x20f8 stock.c:81
0x2100 stock.c:80
0x2119 stock.c:82
0x212d stock.c:78
0x2140 stock.c:83
0x2143 stock.c:82
0x2147 stock.c:82
0x214c stock.c:84
0x2161 stock.c:86
0x216a stock.c:78
0x22c0 stock.c:22 look_up
0x22ca stock.c:23
0x22db stock.c:23
0x22e8 stock.c:23
0x22eb stock.c:23
0x22f3 stock.c:24
0x22f7 stock.c:25
0x22fa stock.c:27
0x22fb stock.c:25
0x22ff stock.c:25
0x2302 stock.c:27
0x2308 stock.c:26
0x230a stock.c:27
0x2310 stock.c:31 deliver
0x231d stock.c:31
0x2323 stock.c:32
0x2328 stock.c:34
0x232d stock.c:38
0x2331 stock.c:39
0x2332 stock.c:39
0x2334 stock.c:39
0x2340 stock.c:35
0x2347 stock.c:35
0x234a stock.c:35
0x234e stock.c:35
0x2354 stock.c:35
0x235e stock.c:38
0x2362 stock.c:36
0x2365 stock.c:39
0x2368 stock.c:39
0x2370 stock.c:42 sell
0x237b stock.c:42
0x237d stock.c:43
0x2382 stock.c:45
0x2387 stock.c:45
0x238b stock.c:45
0x238e stock.c:45
0x2393 stock.c:48
0x239b stock.c:49
0x239f stock.c:49
0x23a8 stock.c:46
0x23ab stock.c:49
0x23af stock.c:46
0x23b3 stock.c:49
0x23c0 stock.c:53 number
0x23ca stock.c:56
0x23cd stock.c:56
0x23d0 stock.c:56
0x23e0 stock.c:57
0x23e3 stock.c:57
0x23e6 stock.c:56
0x23e9 stock.c:56
0x23f2 stock.c:58
0x23fe stock.c:54
0x2400 stock.c:59
0x2406 stock.c:59
0x2409 stock.c:59
0x240d stock.c:58
0x2414 stock.c:59
0x2418 stock.c:58
0x2420 stock.c:61
0x2428 stock.c:54
0x242a stock.c:61
0x2430 stock.c:65 read_line
0x2443 stock.c:67
0x2447 stock.c:66
0x244b stock.c:65
0x244e stock.c:67
0x2451 stock.c:66
0x2455 stock.c:67
0x245a stock.c:67
0x245d stock.c:67
0x2460 stock.c:67
0x2465 stock.c:69
0x2468 stock.c:70
0x246b stock.c:67
0x246d stock.c:69
0x246f stock.c:69
0x247b stock.c:73
0x2480 stock.c:73
0x2482 stock.c:73
0x2485 stock.c:72
0x2490 stock.c:73
0x2495 stock.c:73
0x249a stock.c:70
0x249f stock.c:70
0x249f end
sym main 0x20e0 0x8e
sym _start 0x2170 0x22
sym __gmon_start__ 0x21a0 0x41
sym _dl_relocate_static_pie 0x21f0 0x1
sym look_up 0x22c0 0x4c local
sym deliver 0x2310 0x5a local
sym sell 0x2370 0x45 local
sym number 0x23c0 0x6e local
sym read_line 0x2430 0x6f local
sym <external> 0x24a0 0x10
sym <unseen> 0x24b0 0x10
sym at_quick_exit 0x24c0 0xc local
sym atexit 0x24d0 0xe local
sym __pthread_atfork 0x24e0 0xc
sym pthread_atfork 0x24e0 0xc local
sym __stack_chk_fail_local 0x24f0 0x9
sym _mcount 0x17ec0 0x135
sym mcount 0x17ec0 0x135
sym _fini 0x182d8
END
}

stock_data_1()
{
    cat <<'END'
width 64
endian little
magic spare 7fb1d4b4849f560ef26ae653
hist 0x0 0x182e2 49521 100 seconds s
bin 4474 70
bin 4688 3
arc 0x2100 0x231d 70000
arc 0x2100 0x237b 700000
arc 0x2100 0x2443 770000
arc 0x2328 0x22ca 70000
arc 0x2382 0x22ca 700000
arc 0x245a 0x23ca 770000
arc 0x2465 0x23ca 770000
END
}

stock_stacks_1()
{
    cat <<'END'
stacks
section d b28706ebc4ebe1b0b4e6fa79
section e cf8adacd0301
module program - stock as stock
module library - ./libc.so.6 as libc.so.6
name main 0x20e0 stock
name _start 0x2170 stock
name look_up 0x22c0 stock
name deliver 0x2310 stock
stacks cpu 10000000 runs 1 missing 0 lost 0
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f deliver+0x17 look_up=0x35 signals 70 ticks 70 squares 70
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:=0x76082 signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:=0x7608d signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:+0x760cd libc.so.6:=0x76ee2 signals 1 ticks 1 squares 1
END
}

stock_data_2()
{
    cat <<'END'
width 64
endian little
magic spare 7fb1d4b4849f560ef26ae653
hist 0x0 0x182e2 49521 100 seconds s
bin 4472 1
bin 4474 69
bin 4688 1
bin 48992 1
arc 0x2100 0x231d 70000
arc 0x2100 0x237b 700000
arc 0x2100 0x2443 770000
arc 0x2328 0x22ca 70000
arc 0x2382 0x22ca 700000
arc 0x245a 0x23ca 770000
arc 0x2465 0x23ca 770000
END
}

stock_stacks_2()
{
    cat <<'END'
stacks
section d b28706f08e91dac9e6fea8c101
section e fcf6dffd0301
module program - stock as stock
module library - ./libc.so.6 as libc.so.6
module profiler - "" as profiler
name main 0x20e0 stock
name _start 0x2170 stock
name look_up 0x22c0 stock
name deliver 0x2310 stock
name sell 0x2370 stock
name read_line 0x2430 stock
stacks cpu 10000000 runs 1 missing 0 lost 0
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f deliver+0x17 look_up=0x35 signals 69 ticks 69 squares 69
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f sell+0x11 look_up=0x31 signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f read_line+0x12 profiler: signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:+0x760cd libc.so.6:+0x76f4c libc.so.6:=0x16368b signals 1 ticks 1 squares 1
END
}

stock_data_3()
{
    cat <<'END'
width 64
endian little
magic spare 7fb1d4b4849f560ef26ae653
hist 0x0 0x182e2 49521 100 seconds s
bin 4474 70
bin 4527 1
bin 4688 2
bin 48992 1
arc 0x2100 0x231d 70000
arc 0x2100 0x237b 700000
arc 0x2100 0x2443 770000
arc 0x2328 0x22ca 70000
arc 0x2382 0x22ca 700000
arc 0x245a 0x23ca 770000
arc 0x2465 0x23ca 770000
END
}

stock_stacks_3()
{
    cat <<'END'
stacks
section d b28706de9ad28ee28984ee3a
section e f691f2f00301
module program - stock as stock
module library - ./libc.so.6 as libc.so.6
module profiler - "" as profiler
name main 0x20e0 stock
name _start 0x2170 stock
name look_up 0x22c0 stock
name deliver 0x2310 stock
name number 0x23c0 stock
name read_line 0x2430 stock
stacks cpu 10000000 runs 1 missing 0 lost 0
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f deliver+0x17 look_up=0x35 signals 70 ticks 70 squares 70
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f deliver=0x4e signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f read_line+0x34 number+0x9 profiler: signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:=0x76082 signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:=0x760bf signals 1 ticks 1 squares 1
END
}

fixed_image()
{
    cat <<'END'
entry 0x2170
section .text 0x20e0 0x429 hex 554889e5534883ec7867e8115e0100488d5d80eb0b0f1f004889dfe840030000488b1559ef0100be640000004889dfe87cffffff4885c075df8b3569ef010085f67e484863d6488d0573ef0900488d1452488d0cd031d2660f1f840000000000480350084883c0184839c875f3488b0d2cef0100488d3dad6e010031c0e80effffff4883c47831c05b5dc331d2ebde9031ed4989d15e4889e24883e4f050544531c031c9488d3d55ffffffff15f7ed0100f4662e0f1f8400000000000f1f40008b05c2ee010085c07406c30f1f4400004883ec08488d3566610100488d3d3edeffffc7059cee010001000000e85ff50000488d3d38f600004883c408e9ff020000662e0f1f8400000000000f1f440000c3662e0f1f8400000000000f1f440000488d3d59ee0100488d0552ee01004839f87415488b0576ed01004885c07409ffe00f1f8000000000c30f1f8000000000488d3d29ee0100488d3522ee01004829fe4889f048c1ee3f48c1f8034801c648d1fe7414488b056ded01004885c07408ffe0660f1f440000c30f1f8000000000f30f1efa803df1ed010000752b5548833d4aed0100004889e5740c488b3dc6ed0100e839feffffe864ffffffc605c9ed0100015dc30f1f00c30f1f8000000000f30f1efae977ffffff0f1f8000000000554889e567e8365c010089fac1fa1fc1ea108d04170fb7c029d0488d15bfed01004898488b04c24885c0750deb0f6690488b40104885c07404393875f35dc390554889e541545367e8f35b010089fb4c63e6e8a9ffffff4885c0740c4c0160085b415c5dc30f1f0048630559ed01008d5001891550ed0100488d1440488d055ded0900488d04d089dac1fa1f8918c1ea104c01600801d30fb7db29d3488d153ded01004863db488b0cda488904da488948105b415c5dc3660f1f840000000000554889e55367e8755b010089f3e82effffff4885c0740c488b50084863f34839f27d15488305d5ec010001488b5df8c9c30f1f80000000004829f2488b5df848895008c9c366662e0f1f840000000000554889e567e8265b0100488b070fb60880f920751d488d50010f1f80000000004889174889d00fb60a4883c20180f92074ee83e93080f909772e4883c00131c94889c24889078d34890fbe48ff0fb6124883c0018d4c71d083ea3080fa0976e089c85dc30f1f400031c95d89c8c36690554889e541554154534883ec1067e8ad5a01004c8d6de0488d47014889fb4c89ef488945e0e866ffffff4c89ef4189c4e85bffffff803b644489e789c6750c813dffeb01009f8601007e154883c4105b415c415d5de9e6feffff660f1f4400004883c4105b415c415d5de951feffff90f30f1efac366662e0f1f840000000000f30f1efac366662e0f1f840000000000488b3581eb0100e974fbffff0f1f4000488b1571eb010031f6e9b2fbffff6690488b0d61eb0100e984fbffff0f1f40004883ec08e857fbffff
section gmon_text 0x2540 0x15dd8 code
section .fini 0x18318 0x9 code
0x20e0 stock.c:80 main
0x20ef stock.c:84
0x20f3 stock.c:84
0x20f8 stock.c:85
0x2100 stock.c:84
0x2119 stock.c:86
0x2135 stock.c:82
0x2140 stock.c:87
0x2144 stock.c:86
0x2148 stock.c:86
0x214d stock.c:88
0x2162 stock.c:90
0x216b stock.c:82
0x22c0 stock.c:24 look_up
0x22ca stock.c:25
0x22da stock.c:25
0x22e7 stock.c:25
0x22f0 stock.c:25
0x22f4 stock.c:25
0x22f9 stock.c:26
0x22fd stock.c:29
0x2300 stock.c:33 deliver
0x230d stock.c:33
0x2312 stock.c:34
0x2317 stock.c:36
0x231c stock.c:42
0x2320 stock.c:43
0x2321 stock.c:43
0x2323 stock.c:43
0x2328 stock.c:37
0x232f stock.c:37
0x2338 stock.c:37
0x2347 stock.c:39
0x234c stock.c:38
0x234e stock.c:39
0x2351 stock.c:42
0x2355 stock.c:39
0x2357 stock.c:39
0x235c stock.c:39
0x2366 stock.c:39
0x236a stock.c:40
0x236e stock.c:39
0x2372 stock.c:43
0x2380 stock.c:46 sell
0x238b stock.c:46
0x238d stock.c:47
0x2392 stock.c:49
0x2397 stock.c:49
0x239b stock.c:49
0x239e stock.c:49
0x23a3 stock.c:52
0x23ab stock.c:53
0x23af stock.c:53
0x23b8 stock.c:50
0x23bb stock.c:53
0x23bf stock.c:50
0x23c3 stock.c:53
0x23d0 stock.c:57 number
0x23da stock.c:60
0x23dd stock.c:60
0x23e0 stock.c:60
0x23f0 stock.c:61
0x23f3 stock.c:61
0x23f6 stock.c:60
0x23f9 stock.c:60
0x2402 stock.c:62
0x240e stock.c:58
0x2410 stock.c:63
0x2416 stock.c:63
0x2419 stock.c:63
0x241d stock.c:62
0x2424 stock.c:63
0x2428 stock.c:62
0x2430 stock.c:65
0x2438 stock.c:58
0x243a stock.c:65
0x2440 stock.c:69 read_line
0x2453 stock.c:71
0x2457 stock.c:70
0x245b stock.c:69
0x245e stock.c:71
0x2461 stock.c:70
0x2465 stock.c:71
0x246a stock.c:71
0x246d stock.c:71
0x2470 stock.c:71
0x2475 stock.c:73
0x2478 stock.c:74
0x247b stock.c:71
0x247d stock.c:73
0x247f stock.c:73
0x248b stock.c:77
0x2490 stock.c:77
0x2492 stock.c:77
0x2495 stock.c:76
0x24a0 stock.c:77
0x24a5 stock.c:77
0x24aa stock.c:74
0x24af stock.c:74
0x24af end
sym main 0x20e0 0x8f
sym _start 0x2170 0x22
sym __gmon_start__ 0x21a0 0x41
sym _dl_relocate_static_pie 0x21f0 0x1
sym look_up 0x22c0 0x3f local
sym deliver 0x2300 0x77 local
sym sell 0x2380 0x45 local
sym number 0x23d0 0x6e local
sym read_line 0x2440 0x6f local
sym <external> 0x24b0 0x10
sym <unseen> 0x24c0 0x10
sym at_quick_exit 0x24d0 0xc local
sym atexit 0x24e0 0xe local
sym __pthread_atfork 0x24f0 0xc
sym pthread_atfork 0x24f0 0xc local
sym __stack_chk_fail_local 0x2500 0x9
sym _mcount 0x17f00 0x135
sym mcount 0x17f00 0x135
sym _fini 0x18318
END
}

fixed_data_1()
{
    cat <<'END'
width 64
endian little
magic spare 7fb16473dbafe1a5ecc7c40c
hist 0x0 0x18322 49553 100 seconds s
bin 4620 1
bin 4696 1
bin 49024 1
arc 0x2100 0x230d 70000
arc 0x2100 0x238b 700000
arc 0x2100 0x2453 770000
arc 0x2317 0x22ca 70000
arc 0x2392 0x22ca 700000
arc 0x246a 0x23da 770000
arc 0x2475 0x23da 770000
END
}

fixed_stacks_1()
{
    cat <<'END'
stacks
section d f28706f5dec9f383c489e973
section e c5ccea0e01
module program - stock as fixed
module library - ./libc.so.6 as libc.so.6
module profiler - "" as profiler
name main 0x20e0 fixed
name _start 0x2170 fixed
name deliver 0x2300 fixed
name number 0x23d0 fixed
name read_line 0x2440 fixed
stacks cpu 10000000 runs 1 missing 0 lost 0
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f deliver+0xc profiler: signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f read_line+0x29 number=0x49 signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:+0x760cd libc.so.6:+0x76f89 libc.so.6:+0x83151 libc.so.6:+0x8216d libc.so.6:=0xf82ad signals 1 ticks 1 squares 1
END
}

fixed_data_2()
{
    cat <<'END'
width 64
endian little
magic spare 7fb16473dbafe1a5ecc7c40c
hist 0x0 0x18322 49553 100 seconds s
bin 4626 1
bin 49024 1
arc 0x2100 0x230d 70000
arc 0x2100 0x238b 700000
arc 0x2100 0x2453 770000
arc 0x2317 0x22ca 70000
arc 0x2392 0x22ca 700000
arc 0x246a 0x23da 770000
arc 0x2475 0x23da 770000
END
}

fixed_stacks_2()
{
    cat <<'END'
stacks
section d f28706c3c28fc3facea6ddf901
section e d898ec0b01
module program - stock as fixed
module library - ./libc.so.6 as libc.so.6
module profiler - "" as profiler
name main 0x20e0 fixed
name _start 0x2170 fixed
name number 0x23d0 fixed
name read_line 0x2440 fixed
stacks cpu 10000000 runs 1 missing 0 lost 0
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f read_line+0x29 number=0x54 signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f read_line+0x34 number+0x9 profiler: signals 1 ticks 1 squares 1
END
}

fixed_data_3()
{
    cat <<'END'
width 64
endian little
magic spare 7fb16473dbafe1a5ecc7c40c
hist 0x0 0x18322 49553 100 seconds s
bin 4615 1
bin 4696 1
bin 49024 1
arc 0x2100 0x230d 70000
arc 0x2100 0x238b 700000
arc 0x2100 0x2453 770000
arc 0x2317 0x22ca 70000
arc 0x2392 0x22ca 700000
arc 0x246a 0x23da 770000
arc 0x2475 0x23da 770000
END
}

fixed_stacks_3()
{
    cat <<'END'
stacks
section d f287068092d0a68f9cd9d345
section e c7b2ea0f01
module program - stock as fixed
module library - ./libc.so.6 as libc.so.6
module profiler - "" as profiler
name main 0x20e0 fixed
name _start 0x2170 fixed
name number 0x23d0 fixed
name read_line 0x2440 fixed
stacks cpu 10000000 runs 1 missing 0 lost 0
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f read_line+0x34 number+0x9 profiler: signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f read_line+0x34 number=0x3e signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:+0x760cd libc.so.6:=0x76fed signals 1 ticks 1 squares 1
END
}

libc_image()
{
    cat <<'END'
section .text 0x26380 0x153ead code
sym __memchr_evex 0x163680 0x29a local
sym __libc_start_call_main 0x271d0 0xac local
sym __libc_start_main 0x27280 0x141
sym __libc_start_main_alias_1 0x27280 0x141 local
sym __libc_start_main_alias_2 0x27280 0x141 local
sym __libc_start_main_impl 0x27280 0x141 local
sym _IO_fgets 0x76040 0x152
sym fgets 0x76040 0x152 weak
sym _IO_getline_info 0x76ee0 0x19d
sym __GI__IO_getline_info 0x76ee0 0x19d local
sym _IO_file_underflow 0x81ff0 0x2e4
sym _IO_new_file_underflow 0x81ff0 0x2e4 local
sym __GI__IO_file_underflow 0x81ff0 0x2e4 local
sym _IO_default_uflow 0x83120 0x57
sym __GI__IO_default_uflow 0x83120 0x57 local
sym __GI___libc_read 0xf82a0 0x9d local
sym __GI___read 0xf82a0 0x9d local
sym __GI_read 0xf82a0 0x9d local
sym __libc_read 0xf82a0 0x9d local
sym __read 0xf82a0 0x9d
sym read 0xf82a0 0x9d
END
}

libc_image | "$TOOLS/mkimage" -o libc.so.6
mkdir recorded
for name in first stock fixed; do
    ${name}_image | perl "$SRCDIR/tests/lib/linetable.pl" | "$TOOLS/mkimage" >recorded/$name
    for run in 1 2 3; do
        command -v ${name}_data_$run >/dev/null || break
        ${name}_data_$run | "$TOOLS/mkgmon" >recorded/$name.$run
        ${name}_stacks_$run | "$TOOLS/mkgmon" >recorded/stacks.$name.$run
    done
done

recorded()
{
    cp recorded/$1 stock
    cp recorded/$1.1 gmon.out
    cp recorded/stacks.$1.1 stacks.gmon.out
}

. "$SRCDIR/tests/golden/programs/written.sh"

compared()
{
    cp recorded/stock stock.before
    cp recorded/fixed stock
    for run in 1 2 3; do
        stock_data_$run | "$TOOLS/mkgmon" >before.$run
        stock_stacks_$run | sed 's/^module program - stock/&.before/' | "$TOOLS/mkgmon" >stacks.before.$run
        fixed_data_$run | "$TOOLS/mkgmon" >after.$run
        fixed_stacks_$run | "$TOOLS/mkgmon" >stacks.after.$run
    done
    written before.1 after.1 before.2 after.2 before.3 after.3
}

steps()
{
    while IFS= read -r step; do
        case $step in
        *\\) IFS= read -r rest && step="$step
$rest" ;;
        esac
        printf '$ %s\n' "$step"
        eval "$step" </dev/null || return
    done
}
