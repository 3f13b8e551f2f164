import AtollTestSupport
import Foundation
import Testing

@testable import AtollPackages

@Suite("Packs of blobs")
struct BlobPackTests {
    private static let blobs = [
        Data("hello".utf8), Data(), Data(repeating: 7, count: 100_000),
        Data((0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }),
    ]

    private static var pack: Data {
        blobs.reduce(BlobPack.signature) { $0 + BlobPack.record(of: $1, digest: SHA256Hash(of: $1)) }
    }

    private static func length(_ digest: SHA256Hash) -> Int? { blobs.first { SHA256Hash(of: $0) == digest }?.count }

    private func read(_ pack: Data, by step: Int) throws -> [Data] {
        var reader = BlobPackReader()
        var found: [Data] = []
        for start in stride(from: 0, to: pack.count, by: step) {
            try reader.read(
                pack.dropFirst(start).prefix(step), expectedLength: Self.length, take: { found.append($1) })
        }
        return found
    }

    @Test("The blobs of a pack are restored, however the bytes arrive", arguments: [1, 7, 40, 41, 1_000, 1_000_000])
    func roundTrip(step: Int) throws {
        #expect(try read(Self.pack, by: step) == Self.blobs)
        #expect(try BlobPack.records(in: Self.pack).map(\.digest) == Self.blobs.map { SHA256Hash(of: $0) })
        // 100 kB of the same byte compress well.
        #expect(Self.pack.count < 6_000)
    }

    @Test("An interrupted transfer resumes after the last complete blob")
    func goesOn() throws {
        for cut in 0..<Self.pack.count where cut % 13 == 0 {
            var reader = BlobPackReader()
            var found: [Data] = []
            try reader.read(Self.pack.prefix(cut), expectedLength: Self.length, take: { found.append($1) })
            reader.restart()
            try reader.read(
                Self.pack.dropFirst(reader.consumed), expectedLength: Self.length, take: { found.append($1) })
            #expect(found == Self.blobs && reader.isComplete)
        }
    }

    @Test("Every changed byte is detected, or does not change the blobs")
    func changedBytes() {
        for index in 0..<Self.pack.count where index % 3 == 0 {
            var pack = Self.pack
            pack[index] ^= 0x10
            do {
                let found = try read(pack, by: 10_000)
                #expect(found.allSatisfy { Self.blobs.contains($0) })
            } catch {
                #expect(error is BlobPackError)
            }
        }
    }

    @Test("Blobs that were not requested, or are too long, are refused before their bytes arrive")
    func unexpected() {
        let other = Data("other".utf8)
        let digest = SHA256Hash(of: other)
        #expect(throws: BlobPackError.unexpected(digest)) {
            try read(BlobPack.signature + BlobPack.record(of: other, digest: digest), by: 100)
        }
        // A header that announces 4 GB under the digest of a wanted blob.
        let wanted = SHA256Hash(of: Self.blobs[0])
        var header = BlobPack.signature + BlobPack.record(of: Self.blobs[0], digest: wanted).prefix(41)
        header.replaceSubrange(41..<49, with: Data(repeating: 0xff, count: 8))
        #expect(throws: BlobPackError.unexpected(wanted)) { try read(header, by: 100) }
        // A stream that inflates to more than the announced length.
        let large = Data(repeating: 7, count: 100_000)
        var bomb = BlobPack.record(of: large, digest: wanted)
        bomb.replaceSubrange(37..<41, with: [0, 0, 0, 5])
        #expect(throws: BlobPackError.self) { try read(BlobPack.signature + bomb, by: 100) }
        #expect(throws: BlobPackError.noPack) { try read(Data("<!doctype html><title>404</title>".utf8), by: 5) }
    }
}
