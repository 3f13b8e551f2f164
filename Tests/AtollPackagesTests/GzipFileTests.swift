import Foundation
import Testing

@testable import AtollPackages

@Suite("Files that were compressed for a server")
struct GzipFileTests {
    private static let contents = Data("console.log(1)\n".utf8 + Array(repeating: 0x20, count: 500))

    /// A gzip file with these flags, and with these bytes after its header.
    private static func file(flags: UInt8 = 0, _ more: [UInt8] = [], contents: Data = contents, size: UInt32? = nil)
        -> Data
    {
        func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        let data = Deflate.deflate(Array(contents)) ?? []
        let trailer = bytes(Deflate.checksum(contents)) + bytes(size ?? UInt32(contents.count))
        return Data([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3] + more + data + trailer)
    }

    @Test(
        "Headers as tools write them are read",
        arguments: [
            (0, []), (8, Array("a.js".utf8) + [0]), (16, Array("made by hand".utf8) + [0]), (4, [3, 0, 1, 2, 3]),
            (2, [7, 7]),
            (30, [2, 0, 9, 9] + Array("a".utf8) + [0] + Array("b".utf8) + [0] + [7, 7]), (1, []),
        ] as [(UInt8, [UInt8])])
    func headers(flags: UInt8, more: [UInt8]) {
        #expect(GzipFile.contents(of: Self.file(flags: flags, more), upTo: 1_000) == Self.contents)
        // Of a part of other data.
        #expect(
            GzipFile.contents(of: (Data([1]) + Self.file(flags: flags, more)).dropFirst(), upTo: 1_000) == Self.contents
        )
    }

    @Test(
        "Every incomplete file is refused, and so is one with more behind it, a wrong size or checksum, or too many bytes"
    )
    func refused() {
        let whole = Self.file(flags: 8, Array("a.js".utf8) + [0])
        for length in 0..<whole.count { #expect(GzipFile.contents(of: whole.prefix(length), upTo: 1_000) == nil) }
        var damaged = whole
        damaged[damaged.count - 6] ^= 1
        for file in [
            whole + whole, whole + [0], damaged, Self.file(size: 9), Self.file(size: .max), Self.file(flags: 8),
        ] {
            #expect(GzipFile.contents(of: file, upTo: 1_000) == nil)
        }
        #expect(GzipFile.contents(of: whole, upTo: Self.contents.count - 1) == nil)
    }
}
