/* plugin.c - the plugin of plugin_host.c: play() calls inner() 50 times
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
static volatile unsigned long sum;

static __attribute__((noinline)) void inner(void)
{
    for (unsigned long i = 0; i < 1000000; i++)
        sum += i;
}

void play(void);
void play(void)
{
    for (int i = 0; i < 50; i++)
        inner();
}
