# stock.sh - what the program of the manual's tutorial recorded in one run; written by lib/record.pl
#
# Commands:
#     recorded NAME   makes the files stock, gmon.out and stacks.gmon.out: of the first build, `stock' or `fixed'
#     steps           shows each command of its input (a line, or two if a \\ ends the first), and what it prints
# The runs are recorded/NAME.NUMBER, one of the first build, and three of each other.
#
# SPDX-License-Identifier: GPL-3.0-or-later

first_image()
{
    cat <<'END'
section .text 0x20e0 0x399 code
section gmon_text 0x2480 0x16418 code
section .fini 0x18898 0x9 code
0x20e0 stock.c:76 main
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
sym mcount 0x18480 0x135
sym _fini 0x18898
END
}

first_data_1()
{
    cat <<'END'
width 64
endian little
magic spare 7fb156334bef00ebd6542b50
hist 0x0 0x188a2 50257 100 seconds s
bin 4390 85
bin 4624 2
END
}

first_stacks_1()
{
    cat <<'END'
stacks
section d df9106fca1f4a0c3cb8be98001
module program - stock as first
module library - libc.so.6 as libc.so.6
name main 0x20e0 first
name _start 0x22d0 first
stacks cpu 10000000 runs 1 missing 0 lost 0
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:=0x7608d signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:+0x760cd libc.so.6:+0x77006 libc.so.6:=0x26290 signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main=0x16d signals 85 ticks 85 squares 85
END
}

stock_image()
{
    cat <<'END'
section .text 0x20e0 0x419 code
section gmon_text 0x2500 0x16418 code
section .fini 0x18918 0x9 code
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
sym mcount 0x18500 0x135
sym _fini 0x18918
END
}

stock_data_1()
{
    cat <<'END'
width 64
endian little
magic spare 7fb12052f1b8db619dc0b53d
hist 0x0 0x18922 50321 100 seconds s
bin 4471 2
bin 4474 80
bin 4688 1
bin 49792 1
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
section d f2930696b8a7bfeefaf9d7e801
module program - stock as stock
module library - libc.so.6 as libc.so.6
module profiler - "" as profiler
name main 0x20e0 stock
name _start 0x2170 stock
name look_up 0x22c0 stock
name deliver 0x2310 stock
name sell 0x2370 stock
name read_line 0x2430 stock
stacks cpu 10000000 runs 1 missing 0 lost 0
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f deliver+0x17 look_up=0x2f signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f deliver+0x17 look_up=0x35 signals 80 ticks 80 squares 80
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f sell+0x11 look_up=0x2f signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f read_line+0x12 profiler: signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:+0x760cd libc.so.6:+0x76f4c libc.so.6:=0x15208e signals 1 ticks 1 squares 1
END
}

stock_data_2()
{
    cat <<'END'
width 64
endian little
magic spare 7fb12052f1b8db619dc0b53d
hist 0x0 0x18922 50321 100 seconds s
bin 4471 3
bin 4474 79
bin 4688 1
bin 49792 1
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
section d f29306b3bae8c6e3afc3b133
module program - stock as stock
module library - libc.so.6 as libc.so.6
module profiler - "" as profiler
name main 0x20e0 stock
name _start 0x2170 stock
name look_up 0x22c0 stock
name deliver 0x2310 stock
name sell 0x2370 stock
stacks cpu 10000000 runs 1 missing 0 lost 0
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f deliver+0x17 look_up=0x2f signals 3 ticks 3 squares 3
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f deliver+0x17 look_up=0x35 signals 79 ticks 79 squares 79
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f sell+0x11 look_up+0x9 profiler: signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:=0x760a1 signals 1 ticks 1 squares 1
END
}

stock_data_3()
{
    cat <<'END'
width 64
endian little
magic spare 7fb12052f1b8db619dc0b53d
hist 0x0 0x18922 50321 100 seconds s
bin 4471 2
bin 4474 79
bin 4688 2
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
section d f2930683bcc0e9da93c484d001
module program - stock as stock
module library - libc.so.6 as libc.so.6
name main 0x20e0 stock
name _start 0x2170 stock
name look_up 0x22c0 stock
name deliver 0x2310 stock
stacks cpu 10000000 runs 1 missing 0 lost 0
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f deliver+0x17 look_up=0x2f signals 2 ticks 2 squares 2
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f deliver+0x17 look_up=0x35 signals 79 ticks 79 squares 79
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:+0x760cd libc.so.6:=0x76f2f signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:+0x760cd libc.so.6:+0x77006 libc.so.6:=0x152b10 signals 1 ticks 1 squares 1
END
}

fixed_image()
{
    cat <<'END'
section .text 0x20e0 0x429 code
section gmon_text 0x2540 0x16418 code
section .fini 0x18958 0x9 code
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
sym mcount 0x18540 0x135
sym _fini 0x18958
END
}

fixed_data_1()
{
    cat <<'END'
width 64
endian little
magic spare 7fb16e9d4071a397346fb84a
hist 0x0 0x18962 50353 100 seconds s
bin 4640 1
bin 4656 1
bin 4696 1
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
section d b29406ea96f1c8ed91aad1b001
module program - stock as fixed
module library - libc.so.6 as libc.so.6
name main 0x20e0 fixed
name _start 0x2170 fixed
name read_line 0x2440 fixed
stacks cpu 10000000 runs 1 missing 0 lost 0
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f read_line=0x0 signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f read_line=0x21 signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:=0x7608d signals 1 ticks 1 squares 1
END
}

fixed_data_2()
{
    cat <<'END'
width 64
endian little
magic spare 7fb16e9d4071a397346fb84a
hist 0x0 0x18962 50353 100 seconds s
bin 4696 3
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
section d b29406a8e6e6d3c3f5fc9e5a
module program - stock as fixed
module library - libc.so.6 as libc.so.6
name main 0x20e0 fixed
name _start 0x2170 fixed
stacks cpu 10000000 runs 1 missing 0 lost 0
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:+0x760cd libc.so.6:+0x76f4c libc.so.6:=0x152083 signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:+0x760cd libc.so.6:+0x76f89 libc.so.6:+0x83151 libc.so.6:+0x8216d libc.so.6:=0xf82ad signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:+0x760cd libc.so.6:=0x77080 signals 1 ticks 1 squares 1
END
}

fixed_data_3()
{
    cat <<'END'
width 64
endian little
magic spare 7fb16e9d4071a397346fb84a
hist 0x0 0x18962 50353 100 seconds s
bin 4696 2
bin 49824 1
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
section d b29406bac09ba7b0e1dee8a001
module program - stock as fixed
module library - libc.so.6 as libc.so.6
module profiler - "" as profiler
name main 0x20e0 fixed
name _start 0x2170 fixed
name number 0x23d0 fixed
name read_line 0x2440 fixed
stacks cpu 10000000 runs 1 missing 0 lost 0
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f read_line+0x34 number+0x9 profiler: signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:+0x760cd libc.so.6:=0x76f1b signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:+0x760cd libc.so.6:+0x76f4c libc.so.6:=0x152089 signals 1 ticks 1 squares 1
END
}

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
