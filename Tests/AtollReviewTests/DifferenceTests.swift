import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollReview

@Suite("Two versions are compared")
struct DifferenceTests {
    @Test("Files are told apart by their digests")
    func files() throws {
        let before = ReviewedVersion(try Packages.package(["a.js": "a", "b.js": "b", "c.js": "c"]))
        let after = ReviewedVersion(try Packages.package(["a.js": "a", "b.js": "B", "d.js": "d"]))
        let files = PackageDifference(from: before, to: after).files
        let states = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.state) })
        #expect(
            states["a.js"] == .same && states["b.js"] == .changed && states["c.js"] == .removed
                && states["d.js"] == .added)
        #expect(files.map(\.path) == files.map(\.path).sorted())
        let first = PackageDifference(from: nil, to: after)
        #expect(first.files.allSatisfy { $0.state == .added } && first.files.count == after.files.files.count)
    }

    @Test("What changes for users stands first, and what it may do more before everything else")
    func facts() throws {
        let before = Packages.manifest(permissions: "[{\"name\": \"user.name\", \"reason\": \"To sign your thanks.\"}]")
        let after = Packages.manifest(
            name: "Samples", code: 2,
            permissions:
                "[{\"name\": \"user.name\", \"reason\": \"To sign your thanks with it.\"}, {\"name\": \"camera\", \"reason\": \"To scan codes.\"}]",
            network: "[\"https://api.example.com\"]")
        let facts = PackageDifference(
            from: ReviewedVersion(try Packages.package(manifest: before)),
            to: ReviewedVersion(try Packages.package(["i18n/de.json": "{}"], manifest: after))
        ).facts
        let critical = facts.filter(\.isCritical).map { "\($0.kind) \($0.name)" }
        #expect(critical == ["permission camera", "network https://api.example.com", "name "])
        #expect(facts.prefix(critical.count).allSatisfy { $0.isCritical })
        let reason = try #require(facts.first { $0.name == "user.name" })
        #expect(
            reason.before == "To sign your thanks." && reason.after == "To sign your thanks with it."
                && !reason.isCritical)
        #expect(facts.contains { $0.kind == "language" && $0.name == "de" && $0.before == nil })
        let same = ReviewedVersion(try Packages.package())
        #expect(PackageDifference(from: same, to: same).facts.isEmpty)
    }

    @Test("What it shows of others is as critical as what it connects to, and so is where it leads without a question")
    func others() throws {
        let after = Packages.manifest(
            more: """
                , "atoll_media": ["https://a.example.com"], "atoll_links": ["https://b.example.com"], "atoll_sector": "publisher"
                """)
        let facts = PackageDifference(
            from: ReviewedVersion(try Packages.package()), to: ReviewedVersion(try Packages.package(manifest: after))
        ).facts.filter(\.isCritical).map { "\($0.kind) \($0.name)" }
        #expect(facts == ["sector ", "media https://a.example.com", "link https://b.example.com"])
    }

    @Test("What is gone is said, too")
    func removed() throws {
        let before = ReviewedVersion(
            try Packages.package(manifest: Packages.manifest(network: "[\"https://api.example.com\"]")))
        let facts = PackageDifference(from: before, to: ReviewedVersion(try Packages.package())).facts
        let network = try #require(facts.first { $0.kind == "network" })
        #expect(network.before == "https://api.example.com" && network.after == nil && !network.isCritical)
    }

    @Test("Lines are compared, and words within them")
    func lines() throws {
        let before = ["one", "two", "color: red;", "three", "four", "five", "six"]
        let after = ["one", "two", "color: blue;", "three", "four", "five", "six", "seven"]
        let difference = TextDifference(from: before, to: after)
        #expect(difference.hunks.count == 1 && difference.rowsLeft == 0)
        let lines = difference.hunks[0].lines
        let removed = try #require(lines.first { $0.after == nil })
        #expect(removed.before == 3 && removed.pieces.map(\.text) == ["color: ", "red", ";"])
        #expect(removed.pieces.map(\.isChanged) == [false, true, false])
        #expect(lines.filter { $0.before == nil }.map(\.text) == ["color: blue;", "seven"])
    }

    @Test("Changes far apart are shown apart, with the lines around them")
    func hunks() {
        let before = (1...100).map { "line \($0)" }
        var after = before
        after[9] = "changed"
        after[79] = "changed"
        let hunks = TextDifference(from: before, to: after).hunks
        #expect(hunks.map(\.lines.count) == [8, 8])
        #expect(hunks[0].lines.first?.before == 7 && hunks[1].lines.last?.after == 83)
        #expect(TextDifference(from: before, to: before).hunks.isEmpty)
        #expect(TextDifference(from: [], to: []).hunks.isEmpty)
        #expect(TextDifference(from: [], to: ["a"]).hunks.first?.lines.map(\.text) == ["a"])
    }

    @Test("The later text follows from the earlier one and what is shown", arguments: 0..<100)
    func property(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let words = ["a", "b", "c", "d", "", "{ e }"]
        func text() -> [String] {
            (0..<Int.random(in: 0..<60, using: &random)).map { _ in words.randomElement(using: &random)! }
        }
        let before = text()
        var after = before
        for _ in 0..<Int.random(in: 0..<6, using: &random) {
            let place = Int.random(in: 0...after.count, using: &random)
            if Bool.random(using: &random) || place == after.count {
                after.insert(words.randomElement(using: &random)!, at: place)
            } else {
                after.remove(at: place)
            }
        }
        let lines = TextDifference(from: before, to: after).hunks.flatMap(\.lines)
        var (result, next) = ([String](), 0)
        for line in lines {
            if let number = line.before {
                while next < number - 1 {
                    result.append(before[next])
                    next += 1
                }
                next = number
            }
            if line.after != nil { result.append(line.text) }
        }
        result += before[next...]
        #expect(result == after)
    }

    @Test("Texts that have nothing in common are shown in time, and not beyond what anybody reads")
    func limits() {
        let before = (0..<60_000).map { "a\($0)" }
        let after = (0..<60_000).map { "b\($0)" }
        let difference = TextDifference(from: before, to: after)
        #expect(difference.hunks.flatMap(\.lines).count <= TextDifference.maximumShown + 2 * TextDifference.context)
        // The rest is shown on request, until nothing is left.
        #expect(difference.rows == 120_000 && difference.rowsLeft == 116_000)
        let last = TextDifference(from: ReadableLines(before), to: ReadableLines(after), rowsFrom: 119_999)
        #expect(last.hunks.flatMap(\.lines).map(\.text) == ["b59999"] && last.rowsLeft == 0)
        let long = TextDifference(
            from: [String(repeating: "a ", count: 100_000)], to: [String(repeating: "b ", count: 100_000)])
        #expect(
            long.hunks.flatMap(\.lines).allSatisfy {
                $0.text.utf8.count <= ReadableLines.longest + 4 + ReadableLines.continuation.utf8.count
            })
        #expect(TextDifference(from: ReadableLines(before), to: ReadableLines(after), rowsFrom: 500_000).hunks.isEmpty)
    }

    @Test("A change at each end of a long text is two changes")
    func farApart() {
        let before = (0..<20_000).map { "line \($0 % 9_000) of \($0)" }
        var after = before
        after[3] = "first"
        after[19_990] = "last"
        after.insert("between", at: 9_000)
        let lines = TextDifference(from: before, to: after).hunks.map {
            $0.lines.filter { $0.before == nil }.map(\.text)
        }
        #expect(lines == [["first"], ["between"], ["last"]])
    }

    @Test("Comparing words has an end: lines beyond it are shown as changed as a whole")
    func words() {
        func lines(_ mark: String) -> [String] {
            (0..<100).map { line in (0..<80).map { "\(mark)\(($0 + line) % 9) s" }.joined(separator: " ") }
        }
        let difference = TextDifference(from: lines("a"), to: lines("b"))
        let changed = difference.hunks.flatMap(\.lines).filter { $0.after == nil }
        #expect(changed.count == 100)
        #expect((changed.first?.pieces.count ?? 0) > 100 && changed.last?.pieces.count == 1)
        #expect(changed.last?.pieces.first?.isChanged == true)
        // Equal beginnings and ends of two lines are not compared word by word.
        let long = String(repeating: "word ", count: 40)
        let edits = TextDifference(
            from: (0..<150).map { "\(long)a\($0) \(long)" }, to: (0..<150).map { "\(long)b\($0) \(long)" })
        let edited = edits.hunks.flatMap(\.lines).filter { $0.after == nil }
        #expect(edited.count == 150 && edited.allSatisfy { $0.pieces.count == 3 })
    }
}
