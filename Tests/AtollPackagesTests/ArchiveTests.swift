import AtollTestSupport
import Foundation
import Testing

@testable import AtollPackages

@Suite("Archives")
struct ArchiveTests {
    /// An archive of one stored and one deflated file.
    private static let archive = ArchiveWriter().archive(of: [
        PackageFile(path: "a.txt", contents: Data("stored".utf8)),
        PackageFile(path: "b.txt", contents: Data(String(repeating: "deflated ", count: 100).utf8)),
    ])

    struct Fault: Sendable, CustomTestStringConvertible {
        let name: String
        let rule: PackageRefusal.Rule
        let change: @Sendable (inout Data) -> Void
        var testDescription: String { name }

        init(_ name: String, _ rule: PackageRefusal.Rule, _ change: @escaping @Sendable (inout Data) -> Void) {
            self.name = name
            self.rule = rule
            self.change = change
        }
    }

    // Offsets in the archive above: the first local header is at 0, its name at 30, its data at 35; the second header
    // at 41. The central directory's first entry is found by its signature.
    private static func central(_ data: Data) -> Int { data.range(of: Data([0x50, 0x4b, 1, 2]))!.lowerBound }

    @Test(
        "An ambiguous or malformed archive is refused",
        arguments: [
            Fault("empty", .notAZip) { $0 = Data() },
            Fault("text", .notAZip) { $0 = Data("This is no archive, but it is long enough to be one.".utf8) },
            Fault("cut in the middle", .truncated) { $0 = $0.prefix(60) },
            Fault("a byte in front", .notAZip) { $0 = Data([0]) + $0 },
            Fault("a byte at the end", .archiveComment) { $0 += Data([0]) },
            Fault("a comment", .archiveComment) {
                $0[$0.count - 2] = 1; $0 += Data([65])
            },
            Fault("encrypted", .encrypted) {
                $0[central($0) + 8] |= 1; $0[6] |= 1
            },
            Fault("strong encryption", .encrypted) { $0[central($0) + 8] |= 1 << 6 },
            Fault("an unknown flag", .flags) { $0[central($0) + 9] |= 1 << 2 },
            Fault("stored with its size after the data", .flags) { $0[central($0) + 8] |= 8 },
            Fault("another method", .method) { $0[central($0) + 10] = 12 },
            Fault("a symbolic link", .specialFile) { $0[central($0) + 41] = 0xa1 },
            Fault("a device", .specialFile) { $0[central($0) + 41] = 0x21 },
            Fault("a folder by mode only", .specialFile) { $0[central($0) + 41] = 0x41 },
            Fault("ZIP64 size", .zip64) { data in
                for offset in 20..<24 { data[central(data) + offset] = 0xff }
            },
            Fault("ZIP64 count", .zip64) { data in
                for offset in 10..<12 { data[data.count - 22 + offset] = 0xff }
            },
            Fault("several disks", .multipleDisks) { $0[$0.count - 22 + 4] = 1 },
            Fault("two counts", .multipleDisks) { $0[$0.count - 22 + 8] = 1 },
            Fault("a different name in the local header", .headersDisagree) { $0[30] = 0x7a },
            Fault("a different method in the local header", .headersDisagree) { $0[8] = 8 },
            Fault("a different checksum in the local header", .headersDisagree) { $0[14] ^= 1 },
            Fault("a different size in the local header", .headersDisagree) { $0[22] ^= 1 },
            Fault("two different sizes of a stored file", .headersDisagree) { $0[central($0) + 24] ^= 1 },
            Fault("a changed byte", .checksum) { $0[35] ^= 1 },
            Fault("a wrong checksum in both", .checksum) {
                $0[14] ^= 1; $0[central($0) + 16] ^= 1
            },
            Fault("a damaged stream", .damaged) { $0[41 + 35] ^= 0xff },
            Fault("overlapping entries", .strayBytes) { $0[central($0) + 42] = 41 },
            Fault("a name that is not UTF-8", .nameEncoding) { $0[central($0) + 46] = 0xff },
            Fault("a non-ASCII name that is not marked as UTF-8", .nameEncoding) {
                $0[central($0) + 9] = 0; $0[central($0) + 46] = 0xc3; $0[central($0) + 47] = 0xa9
            },
            Fault("a directory that is cut off", .truncated) { $0[central($0) + 28] = 0xff },
        ]
    )
    func refuses(_ fault: Fault) {
        var archive = Self.archive
        fault.change(&archive)
        let refusal = #expect(throws: PackageRefusal.self) { try ArchiveReader().files(of: archive) }
        #expect(refusal?.rule == fault.rule)
    }

    @Test("Every changed bit is refused or does not change the files")
    func everyByte() throws {
        let files = try ArchiveReader().files(of: Self.archive)
        for index in Self.archive.indices {
            for bit in [UInt8(1), 0x80] {
                var archive = Self.archive
                archive[index] ^= bit
                if let read = try? ArchiveReader().files(of: archive) { #expect(read == files, "byte \(index)") }
            }
        }
    }

    @Test("Every incomplete prefix of an archive is refused")
    func everyPrefix() {
        for length in 0..<Self.archive.count {
            #expect(throws: PackageRefusal.self) { try ArchiveReader().files(of: Self.archive.prefix(length)) }
        }
    }

    @Test("A file with too high a compression ratio is refused before it is inflated")
    func bomb() {
        var limits = PackageLimits()
        limits.ratio = 10_000
        let archive = ArchiveWriter(limits: limits).archive(of: [
            PackageFile(path: "bomb", contents: Data(repeating: 0, count: 5_000_000))
        ])
        let refusal = #expect(throws: PackageRefusal.self) { try ArchiveReader().files(of: archive) }
        #expect(refusal?.rule == .ratio)
    }

    @Test(
        "What a package may have, its archive may have: files that would be compressed too much, and the largest ones")
    func extremes() throws {
        var generator = SeededGenerator(seed: 7)
        let random = Data((0..<1_000_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let sample = SampleMiniApp().packageFiles
        let left = PackageLimits().totalBytes - sample.reduce(0) { $0 + $1.contents.count }
        let largest = (0..<20).map { number in
            let size = min(random.count, left - number * random.count)
            return PackageFile(path: "common/\(number).bin", contents: Data(random.prefix(size)))
        }
        for files in [
            [PackageFile(path: "common/empty-map.bin", contents: Data(repeating: 0, count: 5_000_000))], largest,
        ] {
            let package = try MiniAppPackage(files: sample + files)
            let archive = package.archive()
            #expect(try MiniAppPackage(archive: archive).files == package.files)
            #expect(archive.count <= PackageLimits().archiveBytes)
        }
    }

    @Test("Names that would make the archive of a package too large are refused before it is made")
    func longNames() throws {
        let sample = SampleMiniApp().packageFiles
        let contents = Data(repeating: 0x61, count: 9_980)
        func files(_ length: Int) -> [PackageFile] {
            (0..<1_990).map { number in
                let name = "common/" + String(repeating: "n", count: length - 16) + String(number + 10_000) + ".txt"
                return PackageFile(path: name, contents: contents)
            }
        }
        #expect(throws: Never.self) { try MiniAppPackage(files: sample + files(200)) }
        let refusal = #expect(throws: PackageRefusal.self) { try MiniAppPackage(files: sample + files(255)) }
        #expect(refusal?.rule == .tooLarge && PackageLimits().archiveBytes < 21_000_000)
    }

    @Test("Empty files and random bytes can be written and read again")
    func contents() throws {
        var generator = SystemRandomNumberGenerator()
        let files = (0..<50).map { number in
            PackageFile(
                path: "file\(String(format: "%02d", number))",
                contents: Data((0..<number * 97).map { _ in UInt8.random(in: 0...255, using: &generator) })
            )
        }
        #expect(try ArchiveReader().files(of: ArchiveWriter().archive(of: files)) == files)
    }

    @Test("Archives made with other tools are read", arguments: ["zip", "zipfile", "jar"])
    func otherTools(_ tool: String) throws {
        let directory = try TemporaryDirectory()
        let folder = directory.url.appending(path: "app")
        for file in SampleMiniApp().packageFiles {
            let url = folder.appending(path: file.path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true
            )
            try file.contents.write(to: url)
        }
        let archive = directory.url.appending(path: "app.ma")
        let command =
            switch tool {
            case "zip": "command -v zip >/dev/null || exit 77; zip -qr '\(archive.path)' ."
            case "jar": "command -v jar >/dev/null || exit 77; jar cMf '\(archive.path)' *"
            default: "python3 -m zipfile -c '\(archive.path)' *"
            }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = folder
        try process.run()
        process.waitUntilExit()
        // The other tools may be missing on this machine; Python never is.
        if process.terminationStatus == 77 { return }
        #expect(process.terminationStatus == 0)
        #expect(try MiniAppPackage(archive: Data(contentsOf: archive)).files.count == 8)
    }
}
