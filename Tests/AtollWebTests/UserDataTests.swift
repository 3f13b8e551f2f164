import AtollPackages
import Foundation
import Testing

@testable import AtollWeb

@Suite("What users take with them")
struct UserDataTests {
    private struct Unreadable: Error {}

    private static func file(_ path: String, _ text: String = "x") -> UserDataFile {
        UserDataFile(path: path, contents: Data(text.utf8))
    }

    @Test("Names can't lead out of the archive, nor be taken for others, whatever a mini app calls its files")
    func hostileNames() async throws {
        let names = await UserDataArchive(
            [
                Self.file("../../etc/passwd"), Self.file("/absolute"), Self.file("a\\b:c*?"), Self.file(".hidden"),
                Self.file("A.txt"), Self.file("a.TXT", "other"), Self.file("readme.TXT"),
                Self.file("cod\u{202E}fdp.exe"),
                Self.file("ends."), Self.file(""), Self.file("left-out.txt"),
            ], upTo: 1_000
        ).files.map(\.path)
        #expect(names.count == 11 && Set(names.map { $0.lowercased() }).count == 11)
        for name in names {
            #expect(!name.hasPrefix("/") && !name.split(separator: "/").contains { $0.hasPrefix(".") }, "\(name)")
            #expect(!name.contains("\\") && !name.contains(":") && !name.contains("\u{202E}"), "\(name)")
            #expect(!["readme.txt", "left-out.txt"].contains(name.lowercased()), "\(name)")
        }
        #expect(names.contains("_../_../etc/passwd"), "\(names)")
    }

    @Test("What does not fit, or can't be read, is named; nothing that does not fit is read")
    func limits() async {
        let files = [
            Self.file("small"), Self.file("large", String(repeating: "x", count: 900)),
            UserDataFile(path: "huge", size: 5_000) {
                Issue.record("It does not fit, so it is not read.")
                return Data()
            },
            UserDataFile(path: "broken", size: 10) { throw Unreadable() },
            // It has grown since.
            UserDataFile(path: "liar", size: 2) { Data(count: 5_000) },
        ]
        let archive = await UserDataArchive(files, upTo: 1_000)
        #expect(archive.files.map(\.path) == ["small", "large"])
        #expect(archive.leftOut == ["broken", "huge", "liar"])
    }

    @Test("Whoever opens the archive reads what it is, and what is missing")
    func words() async throws {
        let archive = await UserDataArchive([Self.file("a/b.txt", "hello"), Self.file("big", "12345")], upTo: 5)
        let entries = try ArchiveReader().files(of: archive.zip("Read me."))
        let texts = Dictionary(
            uniqueKeysWithValues: entries.map { ($0.path, String(decoding: $0.contents, as: UTF8.self)) })
        #expect(texts["a/b.txt"] == "hello" && texts["README.txt"] == "Read me." && texts["left-out.txt"] == "big\n")
    }

    @Test("A turn ends with whoever has it, also if nothing is sent")
    func turns() {
        let turns = UserDataTurns()
        var turn = turns.take(for: "ada")
        #expect(turn != nil && turns.take(for: "ben") == nil)
        // Made, and not sent: others have theirs made meanwhile.
        turn?.hasMade()
        #expect(turns.take(for: "ada") == nil)
        for _ in 1...2 { #expect(turns.take(for: "ben") != nil) }
        turn = nil
        #expect(turns.take(for: "ada") != nil)
        _ = turn
    }
}
