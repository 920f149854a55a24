#!/bin/sh
# day.sh - a day at the warehouse: 70,000 deliveries of new articles, and 700,000 sales of popular ones
#
# SPDX-License-Identifier: MIT
awk 'BEGIN {
    for (i = 0; i < 70000; i++)
        print "d", i * 7919 % 100003, 20000
    for (i = 0; i < 700000; i++)
        print "s", i % 30 * 7919 % 100003, 1 + i % 3
}'
