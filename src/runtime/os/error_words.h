/* error_words.h - what the errors of opening and writing a file mean
 *
 * Role: what systems have in common: their own errors come before. strerror() is not for signal
 * handlers, and speaks the program's language.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GMON_ERROR_WORDS_H
#define GMON_ERROR_WORDS_H

#include <errno.h>

/* For an errno value; never NULL. */
static inline const char *gm_error_words(int error)
{
    switch (error) {
    case EACCES:
    case EPERM:
        return "permission denied";
    case ENOENT:
        return "no such directory";
    case ENOSPC:
        return "no space left on device";
    case EDQUOT:
        return "disk quota exceeded";
    case EFBIG:
        return "file too large";
    case EROFS:
        return "read-only file system";
    case EISDIR:
        return "is a directory";
    case ENAMETOOLONG:
        return "name too long";
    case EMFILE:
    case ENFILE:
        return "too many open files";
    case ENOMEM:
        return "out of memory";
    case ELOOP:
        return "is a symbolic link";
    case EEXIST:
        return "file exists";
    case ENOTDIR:
        return "not a directory";
    default:
        return "input/output error";
    }
}

#endif
