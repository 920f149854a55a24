/* fuzz_find_call - fuzzes the decoders of calls, for every machine
 *
 * Input: a byte for the machine, one of flags (1: big endian, 2: 32 bits, 4: Thumb), eight for the
 * address, then the code. Checks: sites ascend and lie in the code, a walk ends, and targets have
 * the width of an address. The beginning of a stretch has the same first calls as the whole
 * stretch. A look back at a call stays in the code, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"
#include "decode/find_call.h"

/* Walks the first `size` bytes of the code. Returns the number of calls, and stores them in `calls`
 * unless that is NULL. */
static size_t walk(const struct find_call *start, size_t size, struct call *calls)
{
    struct find_call f;
    struct call call;
    uint8_t *bytes = malloc(size ? size : 1); /* of exactly this size: reading on is detected */
    size_t n = 0, before = 0;
    uint64_t last = 0;

    if (!bytes)
        abort();
    if (size)
        memcpy(bytes, start->bytes, size);
    find_call_init(&f, &start->isa, start->kind, bytes, size, start->address);
    for (; find_call_next(&f, &call); before = f.pos) {
        uint64_t offset = call.site - start->address;

        FUZZ_CHECK(f.pos > before && f.pos <= size);
        FUZZ_CHECK(offset < size && offset < f.pos && (n == 0 || offset > last));
        FUZZ_CHECK(f.isa.wide || (call.target ^ call.site) >> 32 == 0);
        if (calls)
            FUZZ_CHECK(calls[n].site == call.site && calls[n].target == call.target);
        last = offset;
        n++;
    }
    FUZZ_CHECK(f.pos <= size);
    if (size <= FIND_CALL_BEFORE && find_call_decoder(start->isa.machine)->returns_to)
        find_call_decoder(start->isa.machine)->returns_to(&start->isa, bytes + size, size);
    free(bytes);
    return n;
}

/* Checks the calls of the whole stretch, and then of parts of it. */
static void check_parts(const struct find_call *start)
{
    struct find_call f = *start;
    struct call *calls = calloc(start->size + 1, sizeof *calls);
    size_t n = 0, part = 0;

    if (!calls)
        abort();
    while (n < start->size && find_call_next(&f, &calls[n]))
        n++;
    FUZZ_CHECK(walk(start, start->size, calls) == n);
    for (size_t size = 0; size < start->size; size += start->size / 8 + 1) {
        size_t found = walk(start, size, calls);

        FUZZ_CHECK(found >= part && found <= n);
        part = found;
    }
    free(calls);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    enum machine machine = (enum machine)(fuzz_number(&in, 1) % (MACHINE_SPARC + 1));
    unsigned flags = (unsigned)fuzz_number(&in, 1);
    const struct isa isa = {
        .machine = machine, .big_endian = (flags & 1) != 0, .wide = !(flags & 2)};
    uint64_t address = fuzz_number(&in, 8);
    const struct call_decoder *decoder = find_call_decoder(machine);
    struct find_call start;
    size_t entry;

    find_call_init(&start, &isa, flags & 4 ? CODE_THUMB : CODE_NORMAL, in.data, in.left, address);
    check_parts(&start);
    for (size_t n = 0; n <= FIND_CALL_BEFORE && n <= in.left; n++)
        walk(&start, n, NULL);
    entry = decoder->local_entry ? decoder->local_entry(&isa, in.data, in.left) : 0;
    FUZZ_CHECK(entry <= in.left && (entry == 0 || machine == MACHINE_PPC));
    FUZZ_CHECK(decoder->decode || walk(&start, in.left, NULL) == 0);
    return 0;
}
