import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@Suite("The blob directory")
struct BlobDirectoryTests {
    @Test("A blob exists once it is written, and is written only once")
    func writes() throws {
        let directory = try TemporaryDirectory()
        let blobs = try BlobDirectory(directory.url)
        let data = Data("hello".utf8)
        let digest = SHA256Hash(of: data)
        #expect(digest.hex == "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824")
        #expect(try blobs.read(digest) == nil)
        #expect(try blobs.write(data, as: digest))
        #expect(try !blobs.write(data, as: digest))
        #expect(try blobs.read(digest) == data)
        #expect(try blobs.digests() == [digest])
        try blobs.remove(digest)
        try blobs.remove(digest)
        #expect(!blobs.contains(digest))
    }

    @Test("Bytes that have changed on disk are an error and are never returned")
    func damage() throws {
        let directory = try TemporaryDirectory()
        let blobs = try BlobDirectory(directory.url)
        let digest = SHA256Hash(of: Data("hello".utf8))
        try blobs.write(Data("hello".utf8), as: digest)
        try Data("jello".utf8).write(to: blobs.location(of: digest))
        let error = #expect(throws: BlobError.self) { try blobs.read(digest) }
        #expect(error?.description == "The blob \(digest) is damaged: its bytes no longer match its digest.")
    }

    @Test("Partial files that a killed process left behind are removed")
    func leftovers() throws {
        let directory = try TemporaryDirectory()
        let blobs = try BlobDirectory(directory.url)
        let digest = SHA256Hash(of: Data("hello".utf8))
        try blobs.write(Data("hello".utf8), as: digest)
        let half = blobs.location(of: digest).deletingLastPathComponent().appending(path: ".tmp-1234")
        try Data("he".utf8).write(to: half)
        _ = try BlobDirectory(directory.url)
        #expect(!FileManager.default.fileExists(atPath: half.path))
        #expect(try BlobDirectory(directory.url).read(digest) == Data("hello".utf8))
    }

    @Test(
        "Only 64 lower-case hexadecimal digits are a digest",
        arguments: ["", "ab", String(repeating: "A", count: 64), String(repeating: "g", count: 64)])
    func digests(_ text: String) {
        #expect(SHA256Hash(hex: text) == nil)
    }
}
