# stock.sh - what the program of the manual's tutorial recorded in one run; written by lib/record.pl
#
# Commands:
#     recorded NAME   makes the files stock and gmon.out: of the first build, of `stock' or `fixed'
#     steps           shows each command of its input (a line, or two if a \ ends the first), and what it prints
# The call stacks of `stock' are recorded/stacks.stock.out.
#
# SPDX-License-Identifier: GPL-3.0-or-later

first_image()
{
    cat <<'END'
section .text 0x2260 0x399 code
section gmon_text 0x2600 0x12fca code
section .fini 0x155cc 0x9 code
0x2260 stock.c:76 main
0x2271 stock.c:80
0x2280 stock.c:80
0x229d stock.c:56
0x22a1 stock.c:66
0x22a5 stock.c:56
0x22b0 stock.c:56
0x22b4 stock.c:57
0x22b8 stock.c:56
0x22bd stock.c:58
0x22c3 stock.c:54
0x22c8 stock.c:58
0x22d0 stock.c:59
0x22d4 stock.c:59
0x22d7 stock.c:59
0x22db stock.c:58
0x22de stock.c:58
0x22e7 stock.c:56
0x22f0 stock.c:56
0x22f4 stock.c:57
0x22f8 stock.c:56
0x22fd stock.c:58
0x2304 stock.c:54
0x2309 stock.c:58
0x2310 stock.c:59
0x2314 stock.c:59
0x2317 stock.c:59
0x231b stock.c:58
0x231e stock.c:58
0x2327 stock.c:69
0x232b stock.c:69
0x2332 stock.c:69
0x2334 stock.c:69
0x2343 stock.c:23
0x2350 stock.c:23
0x2353 stock.c:23
0x235b stock.c:24
0x235f stock.c:45
0x2361 stock.c:45
0x2364 stock.c:45
0x2368 stock.c:45
0x236f stock.c:45
0x2374 stock.c:46
0x2380 stock.c:23
0x2388 stock.c:48
0x2398 stock.c:54
0x23a0 stock.c:23
0x23b9 stock.c:23
0x23c0 stock.c:23
0x23c3 stock.c:23
0x23cb stock.c:24
0x23cf stock.c:25
0x23d1 stock.c:25
0x23d5 stock.c:25
0x23d8 stock.c:38
0x23db stock.c:38
0x23df stock.c:39
0x23e8 stock.c:82
0x23fc stock.c:78
0x2408 stock.c:83
0x240b stock.c:82
0x240f stock.c:82
0x2414 stock.c:84
0x2429 stock.c:86
0x2434 stock.c:35
0x2437 stock.c:35
0x243b stock.c:35
0x2441 stock.c:35
0x2445 stock.c:36
0x2449 stock.c:78
0x244d end
sym main 0x2260 0x1ed
sym _start 0x2450 0x22
sym __gmon_start__ 0x2480 0x41
sym _dl_relocate_static_pie 0x24d0 0x1
sym <external> 0x25a0 0x10
sym <unseen> 0x25b0 0x10
sym at_quick_exit 0x25c0 0xc local
sym atexit 0x25d0 0xe local
sym __pthread_atfork 0x25e0 0xc
sym pthread_atfork 0x25e0 0xc local
sym __stack_chk_fail_local 0x25f0 0x9
sym mcount 0x15180 0xed
sym _fini 0x155cc
END
}

first_data()
{
    cat <<'END'
width 64
endian little
magic spare 7fb10a6ecb3c569ab42bf425
hist 0x0 0x155d6 43755 100 seconds s
bin 4577 3
bin 4580 3
bin 4582 97
bin 4642 1
bin 4816 4
END
}

stock_image()
{
    cat <<'END'
section .text 0x2260 0x419 code
section gmon_text 0x2680 0x12fca code
section .fini 0x1564c 0x9 code
0x2260 stock.c:76 main
0x226f stock.c:80
0x2273 stock.c:80
0x2278 stock.c:81
0x2280 stock.c:80
0x2299 stock.c:82
0x22ad stock.c:78
0x22c0 stock.c:83
0x22c3 stock.c:82
0x22c7 stock.c:82
0x22cc stock.c:84
0x22e1 stock.c:86
0x22ea stock.c:78
0x2440 stock.c:22 look_up
0x244a stock.c:23
0x245b stock.c:23
0x2468 stock.c:23
0x246b stock.c:23
0x2473 stock.c:24
0x2477 stock.c:25
0x247a stock.c:27
0x247b stock.c:25
0x247f stock.c:25
0x2482 stock.c:27
0x2488 stock.c:26
0x248a stock.c:27
0x2490 stock.c:31 deliver
0x249d stock.c:31
0x24a3 stock.c:32
0x24a8 stock.c:34
0x24ad stock.c:38
0x24b1 stock.c:39
0x24b2 stock.c:39
0x24b4 stock.c:39
0x24c0 stock.c:35
0x24c7 stock.c:35
0x24ca stock.c:35
0x24ce stock.c:35
0x24d4 stock.c:35
0x24de stock.c:38
0x24e2 stock.c:36
0x24e5 stock.c:39
0x24e8 stock.c:39
0x24f0 stock.c:42 sell
0x24fb stock.c:42
0x24fd stock.c:43
0x2502 stock.c:45
0x2507 stock.c:45
0x250b stock.c:45
0x250e stock.c:45
0x2513 stock.c:48
0x251b stock.c:49
0x251f stock.c:49
0x2528 stock.c:46
0x252b stock.c:49
0x252f stock.c:46
0x2533 stock.c:49
0x2540 stock.c:53 number
0x254a stock.c:56
0x254d stock.c:56
0x2550 stock.c:56
0x2560 stock.c:57
0x2563 stock.c:57
0x2566 stock.c:56
0x2569 stock.c:56
0x2572 stock.c:58
0x257e stock.c:54
0x2580 stock.c:59
0x2586 stock.c:59
0x2589 stock.c:59
0x258d stock.c:58
0x2594 stock.c:59
0x2598 stock.c:58
0x25a0 stock.c:61
0x25a8 stock.c:54
0x25aa stock.c:61
0x25b0 stock.c:65 read_line
0x25c3 stock.c:67
0x25c7 stock.c:66
0x25cb stock.c:65
0x25ce stock.c:67
0x25d1 stock.c:66
0x25d5 stock.c:67
0x25da stock.c:67
0x25dd stock.c:67
0x25e0 stock.c:67
0x25e5 stock.c:69
0x25e8 stock.c:70
0x25eb stock.c:67
0x25ed stock.c:69
0x25ef stock.c:69
0x25fb stock.c:73
0x2600 stock.c:73
0x2602 stock.c:73
0x2605 stock.c:72
0x2610 stock.c:73
0x2615 stock.c:73
0x261a stock.c:70
0x261f stock.c:70
0x261f end
sym main 0x2260 0x8e
sym _start 0x22f0 0x22
sym __gmon_start__ 0x2320 0x41
sym _dl_relocate_static_pie 0x2370 0x1
sym look_up 0x2440 0x4c local
sym deliver 0x2490 0x5a local
sym sell 0x24f0 0x45 local
sym number 0x2540 0x6e local
sym read_line 0x25b0 0x6f local
sym <external> 0x2620 0x10
sym <unseen> 0x2630 0x10
sym at_quick_exit 0x2640 0xc local
sym atexit 0x2650 0xe local
sym __pthread_atfork 0x2660 0xc
sym pthread_atfork 0x2660 0xc local
sym __stack_chk_fail_local 0x2670 0x9
sym mcount 0x15200 0xed
sym _fini 0x1564c
END
}

stock_data()
{
    cat <<'END'
width 64
endian little
magic spare 7fb1761216f1c22a2f09c44c
hist 0x0 0x15656 43819 100 seconds s
bin 4661 2
bin 4666 78
bin 4707 1
bin 4853 1
bin 4880 1
bin 43264 1
arc 0x2280 0x249d 70000
arc 0x2280 0x24fb 700000
arc 0x2280 0x25c3 770000
arc 0x24a8 0x244a 70000
arc 0x2502 0x244a 700000
arc 0x25da 0x254a 770000
arc 0x25e5 0x254a 770000
END
}

stock_stacks()
{
    cat <<'END'
stacks
module program - stock as stock
module library - libc.so.6 as libc.so.6
module profiler - "" as profiler
name main 0x2260 stock
name _start 0x22f0 stock
name look_up 0x2440 stock
name deliver 0x2490 stock
name sell 0x24f0 stock
name read_line 0x25b0 stock
stacks cpu 10000000 runs 1 missing 0 lost 0
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f deliver+0x17 look_up=0x2b signals 2 ticks 2 squares 2
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f deliver+0x17 look_up=0x35 signals 78 ticks 78 squares 78
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f deliver=0x37 signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f sell+0xa profiler: signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x1f read_line=0x3b signals 1 ticks 1 squares 1
complete _start+0x20 libc.so.6:+0x27304 libc.so.6:+0x27249 main+0x33 libc.so.6:=0x7609d signals 1 ticks 1 squares 1
END
}

fixed_image()
{
    cat <<'END'
section .text 0x2260 0x429 code
section gmon_text 0x26c0 0x12fca code
section .fini 0x1568c 0x9 code
0x2260 stock.c:80 main
0x226f stock.c:84
0x2273 stock.c:84
0x2278 stock.c:85
0x2280 stock.c:84
0x2299 stock.c:86
0x22b5 stock.c:82
0x22c0 stock.c:87
0x22c4 stock.c:86
0x22c8 stock.c:86
0x22cd stock.c:88
0x22e2 stock.c:90
0x22eb stock.c:82
0x2440 stock.c:24 look_up
0x244a stock.c:25
0x245a stock.c:25
0x2467 stock.c:25
0x2470 stock.c:25
0x2474 stock.c:25
0x2479 stock.c:26
0x247d stock.c:29
0x2480 stock.c:33 deliver
0x248d stock.c:33
0x2492 stock.c:34
0x2497 stock.c:36
0x249c stock.c:42
0x24a0 stock.c:43
0x24a1 stock.c:43
0x24a3 stock.c:43
0x24a8 stock.c:37
0x24af stock.c:37
0x24b8 stock.c:37
0x24c7 stock.c:39
0x24cc stock.c:38
0x24ce stock.c:39
0x24d1 stock.c:42
0x24d5 stock.c:39
0x24d7 stock.c:39
0x24dc stock.c:39
0x24e6 stock.c:39
0x24ea stock.c:40
0x24ee stock.c:39
0x24f2 stock.c:43
0x2500 stock.c:46 sell
0x250b stock.c:46
0x250d stock.c:47
0x2512 stock.c:49
0x2517 stock.c:49
0x251b stock.c:49
0x251e stock.c:49
0x2523 stock.c:52
0x252b stock.c:53
0x252f stock.c:53
0x2538 stock.c:50
0x253b stock.c:53
0x253f stock.c:50
0x2543 stock.c:53
0x2550 stock.c:57 number
0x255a stock.c:60
0x255d stock.c:60
0x2560 stock.c:60
0x2570 stock.c:61
0x2573 stock.c:61
0x2576 stock.c:60
0x2579 stock.c:60
0x2582 stock.c:62
0x258e stock.c:58
0x2590 stock.c:63
0x2596 stock.c:63
0x2599 stock.c:63
0x259d stock.c:62
0x25a4 stock.c:63
0x25a8 stock.c:62
0x25b0 stock.c:65
0x25b8 stock.c:58
0x25ba stock.c:65
0x25c0 stock.c:69 read_line
0x25d3 stock.c:71
0x25d7 stock.c:70
0x25db stock.c:69
0x25de stock.c:71
0x25e1 stock.c:70
0x25e5 stock.c:71
0x25ea stock.c:71
0x25ed stock.c:71
0x25f0 stock.c:71
0x25f5 stock.c:73
0x25f8 stock.c:74
0x25fb stock.c:71
0x25fd stock.c:73
0x25ff stock.c:73
0x260b stock.c:77
0x2610 stock.c:77
0x2612 stock.c:77
0x2615 stock.c:76
0x2620 stock.c:77
0x2625 stock.c:77
0x262a stock.c:74
0x262f stock.c:74
0x262f end
sym main 0x2260 0x8f
sym _start 0x22f0 0x22
sym __gmon_start__ 0x2320 0x41
sym _dl_relocate_static_pie 0x2370 0x1
sym look_up 0x2440 0x3f local
sym deliver 0x2480 0x77 local
sym sell 0x2500 0x45 local
sym number 0x2550 0x6e local
sym read_line 0x25c0 0x6f local
sym <external> 0x2630 0x10
sym <unseen> 0x2640 0x10
sym at_quick_exit 0x2650 0xc local
sym atexit 0x2660 0xe local
sym __pthread_atfork 0x2670 0xc
sym pthread_atfork 0x2670 0xc local
sym __stack_chk_fail_local 0x2680 0x9
sym mcount 0x15240 0xed
sym _fini 0x1568c
END
}

fixed_data()
{
    cat <<'END'
width 64
endian little
magic spare 7fb1575458e67c3a0a304753
hist 0x0 0x15696 43851 100 seconds s
bin 4888 3
arc 0x2280 0x248d 70000
arc 0x2280 0x250b 700000
arc 0x2280 0x25d3 770000
arc 0x2497 0x244a 70000
arc 0x2512 0x244a 700000
arc 0x25ea 0x255a 770000
arc 0x25f5 0x255a 770000
END
}

mkdir recorded
for name in first stock fixed; do
    ${name}_image | perl "$SRCDIR/tests/lib/linetable.pl" | "$TOOLS/mkimage" >recorded/$name
    ${name}_data | "$TOOLS/mkgmon" >recorded/$name.out
done
stock_stacks | "$TOOLS/mkgmon" >recorded/stacks.stock.out

recorded()
{
    cp recorded/$1 stock
    cp recorded/$1.out gmon.out
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
