"""Pictures for tests, made without a library."""

import struct
import zlib


def png(width=60, height=40, noise=False, place=""):
    """A PNG file, with a note on where it was taken if there is one; with noise, it can hardly be compressed."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(
        b"\0" + bytes((x * y * 31 if noise else x * 4 + y * 6) % 251 for x in range(width * 3)) for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + (chunk(b"tEXt", b"Place\0" + place.encode()) if place else b"")
            + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))
