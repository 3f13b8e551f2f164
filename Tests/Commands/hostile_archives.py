"""Makes archives that a package reader must refuse, each with the name of the rule that it breaks.

Usage as a script: `hostile_archives.py FOLDER` writes all of them to a folder.
"""

import struct
import sys
import zlib
from pathlib import Path

MANIFEST = b"""{"app_id": "com.example.sample", "name": "Sample", "version": {"code": 1, "name": "1.0"},
"platform_version": {"min_code": 1}, "pages": ["pages/home"], "icons": [{"src": "common/icon.svg"}]}"""

GOOD = {
    "manifest.json": MANIFEST,
    "app.js": b"export {};\n",
    "app.css": b"body { margin: 0 }\n",
    "pages/home.html": b"<!doctype html><title>Home</title>\n",
    "common/icon.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>\n",
}


class Entry:
    """A file in an archive; every field of its headers can be falsified."""

    def __init__(self, name, data=b"", deflate=False, **claims):
        self.name = name if isinstance(name, bytes) else name.encode()
        self.data = data
        self.method = 8 if deflate else 0
        if deflate:
            compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
            self.body = compressor.compress(data) + compressor.flush()
        else:
            self.body = data
        self.flags = 0x800
        self.crc = zlib.crc32(data)
        self.size = len(data)
        self.compressed = len(self.body)
        self.extra = b""
        self.local_extra = b""
        self.made_by = 3 << 8 | 20
        self.attributes = 0o100644 << 16
        self.disk = 0
        self.needed = 20
        self.comment = b""
        self.descriptor = b""
        self.local = {}  # The fields that differ in the local header.
        self.offset = None
        for claim, value in claims.items():
            assert hasattr(self, claim), claim
            setattr(self, claim, value)

    def local_header(self):
        said = dict(flags=self.flags, method=self.method, crc=self.crc, compressed=self.compressed, size=self.size,
                    name=self.name, needed=20, date=0x21) | self.local
        return struct.pack("<IHHHHHIIIHH", 0x04034B50, said["needed"], said["flags"], said["method"], 0, said["date"], said["crc"],
                           said["compressed"], said["size"], len(said["name"]), len(self.local_extra)
                           ) + said["name"] + self.local_extra

    def central_header(self, offset):
        return struct.pack("<IHHHHHHIIIHHHHHII", 0x02014B50, self.made_by, self.needed, self.flags, self.method, 0, 0x21, self.crc,
                           self.compressed, self.size, len(self.name), len(self.extra), len(self.comment), self.disk, 0,
                           self.attributes, offset if self.offset is None else self.offset
                           ) + self.name + self.extra + self.comment


def archive(entries, prefix=b"", between=b"", before_directory=b"", before_end=b"", suffix=b"", **end):
    out, directory = prefix, b""
    for entry in entries:
        offset = len(out)
        out += entry.local_header() + entry.body + entry.descriptor + between
        directory += entry.central_header(offset)
    out += before_directory
    said = dict(disk=0, directory_disk=0, here=len(entries), count=len(entries), length=len(directory), offset=len(out),
                comment=0) | end
    out += directory + before_end
    return out + struct.pack("<IHHHHIIH", 0x06054B50, said["disk"], said["directory_disk"], said["here"], said["count"],
                             said["length"], said["offset"], said["comment"]) + suffix


def good(**replaced):
    """The files of a good package."""
    return [Entry(name, data) for name, data in GOOD.items()]


def with_file(name, data=b"x", **claims):
    return archive(good() + [Entry(name, data, **claims)])


def without(name, **others):
    return archive([entry for entry in good() if entry.name.decode() != name] + [Entry(n, d) for n, d in others.items()])


def with_manifest(data):
    return archive([Entry("manifest.json", data)] + [entry for entry in good() if entry.name != b"manifest.json"])


def extra(kind, data=b""):
    return struct.pack("<HH", kind, len(data)) + data


def overlapping():
    # Two entries share one local header, as in a zip bomb.
    files = good()
    twin = Entry("twin.js", b"export {};\n")
    twin.offset = len(files[0].local_header() + files[0].body)
    twin.body, twin.local = b"", {"name": b"twin.js"}
    data = archive(files)
    offset = len(archive(files[:1])) - 22 - len(files[0].central_header(0))
    end = data[-22:]
    directory_offset = struct.unpack("<I", end[16:20])[0]
    directory = data[directory_offset:-22] + twin.central_header(offset)
    return data[:directory_offset] + directory + struct.pack(
        "<IHHHHIIH", 0x06054B50, 0, 0, 6, 6, len(directory), directory_offset, 0)


def nested_json(depth):
    return MANIFEST[:-1] + b', "x": ' + b"[" * depth + b"]" * depth + b"}"


def member(text):
    return with_manifest(MANIFEST[:-1] + b", " + text + b"}")


def replaced(old, new):
    assert old in MANIFEST
    return with_manifest(MANIFEST.replace(old, new))


def cases():
    """Each case has a name, the rule that is broken, and a function that makes the archive."""
    zip_of_good = archive(good())
    yield "empty", "not-a-zip", lambda: b""
    yield "text", "not-a-zip", lambda: b"hello, this is no archive\n"
    yield "zeros", "not-a-zip", lambda: bytes(100_000)
    yield "prefixed", "not-a-zip", lambda: b"#!/bin/sh\n" + zip_of_good
    yield "no-end", "truncated", lambda: zip_of_good[:-22]
    yield "half", "truncated", lambda: zip_of_good[:len(zip_of_good) // 2]
    yield "one-byte-short", "truncated", lambda: zip_of_good[:-1]
    yield "directory-cut", "truncated", lambda: archive(good(), count=6, here=6)
    yield "comment", "archive-comment", lambda: archive(good(), suffix=b"hello", comment=5)
    yield "suffix", "archive-comment", lambda: zip_of_good + b"more"
    yield "two-ends", "archive-comment", lambda: zip_of_good + b"x" * 30
    yield "between-entries", "stray-bytes", lambda: archive(good(), between=b"??")
    yield "before-directory", "stray-bytes", lambda: archive(good(), before_directory=b"secret")
    yield "before-end", "stray-bytes", lambda: archive(good(), before_end=b"secret")
    yield "directory-too-long", "stray-bytes", lambda: archive(good(), before_end=b"abc",
                                                               length=sum(len(e.central_header(0)) for e in good()) + 3)
    yield "overlap", "overlap", overlapping
    yield "entry-into-directory", "overlap", lambda: archive(
        good() + [Entry("long.txt", b"x", compressed=5_000, size=5_000)])
    yield "offset-beyond", "stray-bytes", lambda: archive(good() + [Entry("a.txt", b"x", offset=1_000_000)])
    yield "zip64-extra", "zip64", lambda: with_file("a.txt", extra=extra(1, bytes(16)))
    yield "zip64-local-extra", "zip64", lambda: with_file("a.txt", local_extra=extra(1, bytes(16)))
    yield "zip64-count", "zip64", lambda: archive(good(), count=0xFFFF, here=0xFFFF)
    yield "zip64-offset", "zip64", lambda: archive(good(), offset=0xFFFFFFFF)
    yield "zip64-size", "zip64", lambda: with_file("a.txt", size=0xFFFFFFFF)
    yield "zip64-locator", "zip64", lambda: archive(good(), before_end=struct.pack("<IIQI", 0x07064B50, 0, 0, 1),
                                                    length=sum(len(e.central_header(0)) for e in good()) + 20)
    yield "second-disk", "multiple-disks", lambda: archive(good(), disk=1)
    yield "directory-elsewhere", "multiple-disks", lambda: archive(good(), directory_disk=2)
    yield "entry-on-disk-2", "multiple-disks", lambda: with_file("a.txt", disk=2)
    yield "count-here-differs", "multiple-disks", lambda: archive(good(), here=2)
    yield "encrypted", "encrypted", lambda: with_file("a.txt", flags=0x801)
    yield "strongly-encrypted", "encrypted", lambda: with_file("a.txt", flags=0x841)
    yield "masked-headers", "encrypted", lambda: with_file("a.txt", flags=0x2800)
    yield "aes", "encrypted", lambda: with_file("a.txt", extra=extra(0x9901, bytes(7)))
    yield "patched-data", "flags", lambda: with_file("a.txt", flags=0x820)
    yield "reserved-flag", "flags", lambda: with_file("a.txt", flags=0x8800)
    yield "stored-with-descriptor", "flags", lambda: with_file("a.txt", flags=0x808)
    for name, method in [("bzip2", 12), ("lzma", 14), ("zstd", 93), ("shrunk", 1), ("deflate64", 9)]:
        yield name, "compression-method", lambda method=method: with_file("a.txt", method=method)
    yield "unicode-path", "extra-field", lambda: with_file("a.txt", extra=extra(0x7075, b"\x01" + bytes(4) + b"../b"))
    yield "unicode-comment", "extra-field", lambda: with_file("a.txt", extra=extra(0x6375, bytes(5)))
    yield "extra-cut", "extra-field", lambda: with_file("a.txt", extra=struct.pack("<HH", 0x5455, 40))
    yield "symlink", "special-file", lambda: with_file("link", b"/etc/passwd", attributes=0o120777 << 16)
    yield "fifo", "special-file", lambda: with_file("pipe", b"", attributes=0o010644 << 16)
    yield "device", "special-file", lambda: with_file("null", b"", attributes=0o020666 << 16)
    yield "socket", "special-file", lambda: with_file("sock", b"", attributes=0o140666 << 16)
    yield "folder-with-bytes", "special-file", lambda: with_file("folder/", b"hidden", attributes=0o040755 << 16)
    yield "folder-without-slash", "special-file", lambda: with_file("folder", b"", attributes=0o040755 << 16)
    yield "file-with-slash", "special-file", lambda: with_file("file/", b"", attributes=0o100644 << 16)
    yield "local-name", "headers-disagree", lambda: with_file("a.txt", local={"name": b"b.txt"})
    yield "local-size", "headers-disagree", lambda: with_file("a.txt", local={"size": 9})
    yield "local-crc", "headers-disagree", lambda: with_file("a.txt", local={"crc": 9})
    yield "local-method", "headers-disagree", lambda: with_file("a.txt", local={"method": 8})
    yield "local-flags", "headers-disagree", lambda: with_file("a.txt", local={"flags": 0})
    yield "local-date", "headers-disagree", lambda: with_file("a.txt", local={"date": 0x5821})
    yield "local-version-needed", "headers-disagree", lambda: with_file("a.txt", local={"needed": 45})
    yield "extra-in-one-header", "headers-disagree", lambda: with_file("a.txt", extra=extra(0x5455, b"\x01" + bytes(4)))
    yield "extra-in-the-other", "headers-disagree", lambda: with_file("a.txt", local_extra=extra(0x5455, b"\x01" + bytes(4)))
    yield "extra-differs", "headers-disagree", lambda: with_file(
        "a.txt", extra=extra(0x5455, b"\x01" + bytes(4)), local_extra=extra(0x5455, b"\x01abcd"))
    yield "symlink-by-dos", "special-file", lambda: with_file("link", b"/etc/passwd", made_by=20, attributes=0o120777 << 16)
    yield "symlink-by-ntfs", "special-file", lambda: with_file("link", b"/etc", made_by=10 << 8 | 20, attributes=0o120777 << 16)
    yield "reparse-point", "special-file", lambda: with_file("link", b"x", made_by=20, attributes=0x400)
    yield "volume-label", "special-file", lambda: with_file("label", b"", made_by=20, attributes=0x08)
    yield "folder-by-dos-without-slash", "special-file", lambda: with_file("folder", b"", made_by=20, attributes=0x10)
    yield "version-needed-63", "compression-method", lambda: with_file("a.txt", needed=63, local={"needed": 63})
    yield "asi-symlink", "extra-field", lambda: with_file(
        "link", attributes=0, extra=extra(0x756E, bytes(14)), local_extra=extra(0x756E, bytes(14)))
    yield "vms-version", "name-characters", lambda: with_file("app.js;1")
    yield "folder-twice", "duplicate-name", lambda: archive(
        good() + [Entry("new/", attributes=0o040755 << 16), Entry("new/", attributes=0o040755 << 16)])
    yield "folder-entry-and-file", "duplicate-name", lambda: archive(
        good() + [Entry("new", b"x"), Entry("new/", attributes=0o040755 << 16)])
    yield "folder-in-two-spellings", "duplicate-name", lambda: archive(
        good() + [Entry("New/", attributes=0o040755 << 16), Entry("new/a.txt", b"x")])
    yield "folder-in-two-compositions", "duplicate-name", lambda: archive(
        good() + [Entry("\u00e9/a.txt", b"x"), Entry("e\u0301/b.txt", b"x")])
    for name, one, other in [
            ("sharp-s", "straße.js", "STRASSE.js"), ("long-s", "ſtate.js", "state.js"), ("ligature", "ﬁle.js", "file.js"),
            ("final-sigma", "ς.js", "σ.js"), ("capital-sharp-s", "\u1e9e.js", "\u00df.js"), ("full-width", "ａ.js", "a.js"), ("kelvin", "\u212a.js", "k.js")]:
        yield "folds-" + name, "duplicate-name", lambda one=one, other=other: archive(
            good() + [Entry(one, b"x"), Entry(other, b"y")])
    for name in ["con", "NUL.txt", "aux.tar.gz", "common/COM1", "lpt9.js", "com\u00b9.js"]:
        yield "device-" + name.replace("/", "-"), "name-characters", lambda name=name: with_file(name)
    for code in [0x200B, 0x202E, 0xFEFF, 0x2066, 0x00AD, 0x2028, 0xE0041, 0x034F]:
        yield f"unseen-{code:x}", "name-characters", lambda code=code: with_file(f"a{chr(code)}b.js")
    for name in [".at0ll/a.js", ".ATOLL/a.js", ".atoI1/a.js", ".аtoll/a.js", "．atoll/a.js", ".atöll/a.js"]:
        yield "like-the-host-" + name.replace("/", "-"), "reserved-name", lambda name=name: with_file(name)
    yield "stored-two-sizes", "headers-disagree", lambda: with_file("a.txt", b"xx", size=1)
    yield "descriptor-differs", "headers-disagree", lambda: with_file(
        "a.txt", b"x" * 50, deflate=True, flags=0x808, descriptor=struct.pack("<IIII", 0x08074B50, 1, 2, 3))
    yield "bomb", "compression-ratio", lambda: with_file("zeros.bin", bytes(5_000_000), deflate=True)
    yield "small-bomb", "compression-ratio", lambda: with_file("zeros.bin", bytes(50_000), deflate=True)
    yield "bomb-that-lies", "damaged", lambda: with_file("zeros.bin", bytes(5_000_000), deflate=True, size=5_000)
    yield "deflate-garbage", "damaged", lambda: with_file("a.txt", b"\xff" * 40, method=8)
    yield "deflate-cut", "damaged", lambda: archive(good() + [cut_deflate()])
    yield "deflate-and-more", "damaged", lambda: archive(good() + [longer_deflate()])
    yield "checksum", "checksum", lambda: with_file("a.txt", crc=7)
    yield "checksum-deflated", "checksum", lambda: with_file("a.txt", b"y" * 40, deflate=True, crc=7)
    yield "file-too-large", "file-too-large", lambda: with_file("a.txt", b"x", size=10_000_001, compressed=1, method=8)
    yield "too-large-together", "too-large", lambda: archive(
        good() + [Entry(f"{n}.bin", b"x", deflate=True, size=9_000_000, compressed=100_000) for n in range(3)])
    yield "too-large-archive", "too-large", lambda: zip_of_good + bytes(20_000_001)
    yield "too-many-files", "too-many-files", lambda: archive(good() + [Entry(f"f/{n}", b"") for n in range(2_001)])
    yield "too-many-entries", "too-many-files", lambda: archive(good() + [
        Entry(f"f/{n}/", b"", attributes=0o040755 << 16) for n in range(4_001)])
    yield "name-not-utf8", "name-encoding", lambda: with_file(b"\xff\xfe.txt")
    yield "name-overlong", "name-encoding", lambda: with_file(b"a\xc0\xafb.txt")
    yield "name-unmarked", "name-encoding", lambda: with_file("ä.txt", flags=0)
    yield "name-nul", "name-characters", lambda: with_file("a\0.txt")
    yield "name-newline", "name-characters", lambda: with_file("a\nb.txt")
    yield "name-backslash", "name-characters", lambda: with_file("..\\evil.txt")
    yield "name-colon", "name-characters", lambda: with_file("c:evil.txt")
    yield "name-trailing-dot", "name-characters", lambda: with_file("evil.txt.")
    yield "name-trailing-space", "name-characters", lambda: with_file("evil.txt ")
    yield "name-long", "name-length", lambda: with_file("a" * 256)
    yield "name-empty", "name-length", lambda: with_file("")
    yield "name-deep", "name-depth", lambda: with_file("a/" * 16 + "b.txt")
    yield "traversal", "traversal", lambda: with_file("../evil.txt")
    yield "traversal-inside", "traversal", lambda: with_file("pages/../../evil.txt")
    yield "traversal-end", "traversal", lambda: with_file("pages/..")
    yield "dot", "traversal", lambda: with_file("./evil.txt")
    yield "double-slash", "traversal", lambda: with_file("pages//evil.txt")
    yield "traversal-folder", "traversal", lambda: with_file("../evil/", b"", attributes=0o040755 << 16)
    yield "absolute", "absolute-path", lambda: with_file("/tmp/evil.txt")
    yield "duplicate", "duplicate-name", lambda: with_file("app.js", b"other")
    yield "duplicate-case", "duplicate-name", lambda: with_file("APP.js", b"other")
    yield "duplicate-unicode", "duplicate-name", lambda: archive(good() + [Entry("é.txt"), Entry("e\u0301.txt")])
    yield "file-and-folder", "duplicate-name", lambda: with_file("app.js/evil.txt")
    yield "folder-and-file", "duplicate-name", lambda: with_file("pages")
    yield "reserved", "reserved-name", lambda: with_file(".atoll/atoll.js")
    yield "reserved-case", "reserved-name", lambda: with_file(".Atoll/atoll.js")
    yield "no-files", "not-a-zip", lambda: b"PK\x05\x06" + bytes(10)
    yield "no-manifest", "missing-manifest", lambda: without("manifest.json")
    yield "only-end", "missing-manifest", lambda: archive([])
    yield "no-script", "missing-file", lambda: without("app.js")
    yield "no-style", "missing-file", lambda: without("app.css")
    yield "no-page", "missing-page", lambda: without("pages/home.html")
    yield "no-icon", "missing-icon", lambda: without("common/icon.svg")
    yield "no-widget", "missing-widget", lambda: member(b'"widgets": [{"name": "w", "path": "widgets/w"}]')
    yield "bad-texts", "texts", lambda: with_file("i18n/de.json", b"{")
    yield "manifest-of-10-mb", "file-too-large", lambda: with_manifest(MANIFEST + b" " * 10_000_000)
    yield "manifest-of-1-mb", "manifest", lambda: with_manifest(MANIFEST + b" " * 1_000_000)
    yield "manifest-nested", "manifest", lambda: with_manifest(nested_json(10_000))
    yield "manifest-duplicate", "manifest", lambda: member(b'"name": "Other"')
    yield "manifest-duplicate-escaped", "manifest", lambda: member(b'"n\\u0061me": "Other"')
    yield "manifest-surrogate", "manifest", lambda: member(b'"x": "\\ud800"')
    yield "manifest-number", "manifest", lambda: member(b'"x": 99999999999999999999')
    yield "manifest-huge-code", "manifest", lambda: replaced(b'"code": 1', b'"code": 2147483648')
    yield "manifest-not-utf8", "manifest", lambda: replaced(b"Sample", b"S\xffmple")
    yield "manifest-bom", "manifest", lambda: with_manifest(b"\xef\xbb\xbf" + MANIFEST)
    yield "manifest-utf16", "manifest", lambda: with_manifest(MANIFEST.decode().encode("utf-16"))
    yield "manifest-comment", "manifest", lambda: with_manifest(b"// hello\n" + MANIFEST)
    yield "manifest-array", "manifest", lambda: with_manifest(b"[]")
    yield "page-traversal", "manifest", lambda: replaced(b"pages/home", b"pages/../../home")
    yield "page-url", "manifest", lambda: replaced(b"pages/home", b"https://evil.example/x")
    yield "id-upper-case", "manifest", lambda: replaced(b"com.example.sample", b"com.Example.sample")


def cut_deflate():
    entry = Entry("a.txt", b"hello, hello, hello, hello", deflate=True)
    entry.body = entry.body[:-2]
    entry.compressed = len(entry.body)
    return entry


def longer_deflate():
    entry = Entry("a.txt", b"hello, hello, hello, hello", deflate=True)
    entry.body += b"more"
    entry.compressed = len(entry.body)
    return entry


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, rule, make in cases():
        (folder / f"{name}.ma").write_bytes(make())
        print(f"{rule:20} {name}")
