/* sha256 - the hash by which a page says which scripts may run (FIPS 180-4)
 *
 * Role: for texts of some kilobytes, such as those of a page. It guards no secret.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_BLOCK = 64 };

struct sha256 {
    uint32_t state[8];
    uint64_t bytes; /* taken so far */
    uint8_t block[SHA256_BLOCK];
};

/* sha256_init, sha256_add as often as needed, sha256_end once. */
void sha256_init(struct sha256 *s);
void sha256_add(struct sha256 *s, const void *bytes, size_t n);
void sha256_end(struct sha256 *s, uint8_t hash[SHA256_BYTES]);

#endif
