/* test_sha256 - unit tests of base/sha256: the examples of FIPS 180-4, and texts in pieces
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tap.h"
#include "base/sha256.h"

#include <string.h>

static void hex(struct sha256 *s, char *text)
{
    static const char digits[] = "0123456789abcdef";
    uint8_t hash[SHA256_BYTES];

    sha256_end(s, hash);
    for (size_t i = 0; i < SHA256_BYTES; i++) {
        text[2 * i] = digits[hash[i] >> 4];
        text[2 * i + 1] = digits[hash[i] & 15];
    }
    text[2 * SHA256_BYTES] = '\0';
}

static void check(const char *text, const char *want, const char *name)
{
    char got[2 * SHA256_BYTES + 1];
    struct sha256 s;

    sha256_init(&s);
    sha256_add(&s, text, strlen(text));
    hex(&s, got);
    is_str(got, want, name);
}

/* 119, 120, ... bytes: the padding just fits, or takes a block more. */
static void check_pieces(void)
{
    char text[300], whole[2 * SHA256_BYTES + 1], pieces[2 * SHA256_BYTES + 1];
    size_t different = 0;

    memset(text, 'x', sizeof text);
    for (size_t n = 0; n <= sizeof text; n++) {
        struct sha256 s;

        sha256_init(&s);
        sha256_add(&s, text, n);
        hex(&s, whole);
        sha256_init(&s);
        for (size_t i = 0; i < n; i += 7)
            sha256_add(&s, text + i, n - i < 7 ? n - i : 7);
        hex(&s, pieces);
        different += strcmp(whole, pieces) != 0;
    }
    is_uint(different, 0, "pieces hash as the whole does");
}

static void check_million(void)
{
    char got[2 * SHA256_BYTES + 1], text[1000];
    struct sha256 s;

    memset(text, 'a', sizeof text);
    sha256_init(&s);
    for (int i = 0; i < 1000; i++)
        sha256_add(&s, text, sizeof text);
    hex(&s, got);
    is_str(got, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
           "a million letters");
}

int main(void)
{
    check("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "abc");
    check("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "nothing");
    check("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1", "56 bytes");
    check_million();
    check_pieces();
    return done_testing();
}
