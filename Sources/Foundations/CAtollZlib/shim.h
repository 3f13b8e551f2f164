#ifndef ATOLL_CZLIB_SHIM_H
#define ATOLL_CZLIB_SHIM_H

#include <zlib.h>

// `deflateInit2` and `inflateInit2` are macros, which Swift cannot import. Negative window bits mean a raw stream
// (RFC 1951, no zlib header), the form that ZIP uses.

static inline int atoll_deflate_init_raw(z_streamp stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
}

// 16 more window bits mean a gzip header and trailer (RFC 1952).
static inline int atoll_deflate_init_gzip(z_streamp stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
}

static inline int atoll_inflate_init_raw(z_streamp stream) {
    return inflateInit2(stream, -MAX_WBITS);
}

#endif
