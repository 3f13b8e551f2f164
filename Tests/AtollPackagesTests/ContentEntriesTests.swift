import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@Suite("What can be searched for inside a mini app")
struct ContentEntriesTests {
    private static let path = "common/search.json"

    private static func entries(_ text: String) throws(PackageRefusal) -> ContentEntries {
        try ContentEntries(decoding: Data(text.utf8), at: path, pages: ["pages/home", "pages/detail"])
    }

    private static func entry(_ members: String) -> String { "{\"entries\": [{\(members)}]}" }

    @Test("Entries are read, with their page and its query")
    func reads() throws {
        let entries = try Self.entries(
            """
            {"entries": [
              {"title": "Ada Keller", "detail": "Design", "words": "Lagos", "page": "pages/detail?id=3&of=a%2Bb%20c"},
              {"title": "Home", "page": "pages/home"}
            ], "other": 1}
            """
        ).entries
        #expect(entries.map(\.title) == ["Ada Keller", "Home"])
        #expect(entries[0].detail == "Design" && entries[0].words == "Lagos")
        #expect(entries[0].route == "pages/detail" && entries[0].query == "id=3&of=a%2Bb%20c")
        #expect(entries[0].path == "/pages/detail?id=3&of=a%2Bb%20c")
        #expect(entries[1].detail == nil && entries[1].query == nil && entries[1].path == "/pages/home")
    }

    @Test(
        "Titles come before other words, whatever the case and the accents",
        arguments: [
            (["ada"], ["Ada Keller", "Ada Ünal", "Bruno"]), (["KELLER", "ada"], ["Ada Keller"]),
            (["田中"], ["田中太郎"]), (["太郎"], ["田中太郎"]), (["中郎"], []), (["nal"], []), (["unal"], ["Ada Ünal"]),
            (["osaka"], ["Bruno", "Ada Ünal"]),
            (["ünal"], ["Ada Ünal"]), (["osaka", "ada"], ["Ada Ünal", "Bruno"]),
            (["ada", "nobody"], []), ([], []),
        ])
    func matching(_ words: [String], _ titles: [String]) throws {
        let entries = try Self.entries(
            """
            {"entries": [
              {"title": "Bruno", "detail": "Asks Ada", "words": "Osaka", "page": "pages/home"},
              {"title": "Ada Keller", "words": "Lagos", "page": "pages/home"},
              {"title": "Ada Ünal", "words": "Osaka", "page": "pages/home"},
              {"title": "田中太郎", "page": "pages/home"}
            ]}
            """)
        #expect(entries.matching(words, limit: 10).map(\.title) == titles)
        #expect(entries.matching(words, limit: 1).map(\.title) == Array(titles.prefix(1)))
        #expect(entries.matching(words, limit: 0).isEmpty)
    }

    @Test(
        "What is wrong is refused, with the place",
        arguments: [
            ("", "valid"), ("[]", "object"), ("{}", "entries"), ("{\"entries\": []}", "1 to 2000"),
            ("{\"entries\": {}}", "array"), ("{\"entries\": [1]}", "entries[0]"),
            (entry(""), "entries[0].title"), (entry("\"title\": \"\", \"page\": \"pages/home\""), "entries[0].title"),
            (entry("\"title\": \"A\""), "entries[0].page"),
            (entry("\"title\": \"A\\u202eB\", \"page\": \"pages/home\""), "entries[0].title"),
            (entry("\"title\": \"A\\nB\", \"page\": \"pages/home\""), "entries[0].title"),
            (entry("\"title\": \"A\", \"detail\": 1, \"page\": \"pages/home\""), "entries[0].detail"),
            (entry("\"title\": \"A\", \"page\": \"pages/other\""), "entries[0].page"),
            (entry("\"title\": \"A\", \"page\": \"/pages/home\""), "entries[0].page"),
            (entry("\"title\": \"A\", \"page\": \"pages/home?\""), "entries[0].page"),
            (entry("\"title\": \"A\", \"page\": \"pages/home#a\""), "entries[0].page"),
            (entry("\"title\": \"A\", \"page\": \"pages/home?a=%4\""), "entries[0].page"),
            (entry("\"title\": \"A\", \"page\": \"pages/home?a=%zz\""), "entries[0].page"),
            (entry("\"title\": \"A\", \"page\": \"pages/home?a b\""), "entries[0].page"),
            (entry("\"title\": \"A\", \"page\": \"https://evil.example/pages/home\""), "entries[0].page"),
            (entry("\"title\": \"A\", \"page\": \"pages/home?a=\\\"><b>\""), "entries[0].page"),
        ])
    func refused(_ text: String, says: String) throws {
        let refusal = try #require(throws: PackageRefusal.self) { try Self.entries(text) }
        #expect(refusal.rule == .search && refusal.subject == Self.path)
        #expect(refusal.reason.contains(says), "\(refusal)")
    }

    @Test(
        "A query is what every host can open, and pass on as it is",
        arguments: [
            ("id=3", true), ("a=", true), ("a=b=c", false), ("q=%C3%BC%20x", true), ("q=a/b:c@d,e;f", true),
            ("", false),
            ("a", false), ("=a", false), ("a=1&", false), ("a=1&&b=2", false), ("q=a+b", false), ("q=a?b", false),
            ("q=%FF", false), ("q=%00", false), ("q=%0A", false), ("q=%2541", false), ("q=%5C", false),
            ("q=100%25", true),
            ("q=%E2%80%AE", false), ("with=/profile", false), ("%77ith=/profile", false), ("return=/", false),
            ("atoll-launch=x", false), ("Atoll=1", false), ("within=1", true),
        ])
    func queries(_ query: String, isFine: Bool) {
        let text = Self.entry("\"title\": \"A\", \"page\": \"pages/home?\(query)\"")
        #expect(((try? Self.entries(text)) != nil) == isFine, "\(query)")
        let many = (1...21).map { "a\($0)=1" }
        for count in [20, 21] {
            let page = Self.entry(
                "\"title\": \"A\", \"page\": \"pages/home?\(many.prefix(count).joined(separator: "&"))\"")
            #expect(((try? Self.entries(page)) != nil) == (count == 20))
        }
    }

    @Test("A search takes a moment, whatever file and words are made of")
    func hostile() throws {
        // Each word has to be compared nearly to its end, and none fits.
        let title = Array(repeating: String(repeating: "a", count: 39), count: 2).joined(separator: " ")
        let words = Array(repeating: String(repeating: "a", count: 39), count: 9).joined(separator: " ")
        let entry = "{\"title\": \"\(title)\", \"words\": \"\(words)\", \"page\": \"pages/home\"}"
        let entries = try Self.entries(
            "{\"entries\": [\(Array(repeating: entry, count: 1_900).joined(separator: ","))]}")
        let start = ContinuousClock.now
        let almost = String(repeating: "a", count: 38) + "b"
        #expect(entries.matching(Array(repeating: almost, count: 100), limit: 6).isEmpty)
        #expect(entries.matching([String(repeating: "a", count: 39)], limit: 6).count == 6)
        // A fraction of a second, in a build without optimization too; a search for any part took one for each word.
        #expect(start.duration(to: .now) < .seconds(5))
    }

    @Test(
        "A title can be seen, and is one line",
        arguments: [
            ("A", true), ("7", true), ("★", true), ("ü", true), ("أحمد", true), ("می\u{200c}خواهم", true),
            ("👩\u{200d}🚀", true),
            (" ", false), ("\u{200b}", false), ("\u{3164}", false), ("\u{2800}", false), ("\u{feff}", false),
            ("\u{e0041}", false),
            ("\u{301}", false), ("\u{ffff}", false), ("\u{f8ff}", false), ("A\u{2028}Settings", false),
            ("A" + String(repeating: "\u{301}", count: 4), false), ("A\u{200b}B", false),
        ])
    func readable(_ title: String, isFine: Bool) {
        for member in ["title", "detail"] {
            let other = member == "title" ? "" : "\"title\": \"A\", "
            let text = Self.entry("\(other)\"\(member)\": \"\(title)\", \"page\": \"pages/home\"")
            #expect(((try? Self.entries(text)) != nil) == isFine, "\(member)")
        }
    }

    @Test("There are limits: in bytes, entries and characters")
    func limits() throws {
        let one = "{\"title\": \"A\", \"page\": \"pages/home\"}"
        let most = Array(repeating: one, count: ContentEntries.maximumCount)
        #expect(try Self.entries("{\"entries\": [\(most.joined(separator: ","))]}").entries.count == 2_000)
        for text in [
            "{\"entries\": [\((most + [one]).joined(separator: ","))]}",
            "{\"entries\": [\(one)]}" + String(repeating: " ", count: ContentEntries.maximumBytes),
            Self.entry("\"title\": \"\(String(repeating: "a", count: 101))\", \"page\": \"pages/home\""),
            Self.entry("\"title\": \"A\", \"page\": \"pages/home?\(String(repeating: "a", count: 500))\""),
            String(repeating: "[", count: 100_000),
        ] {
            #expect(throws: PackageRefusal.self) { try Self.entries(text) }
        }
    }

    @Test("A package has the file that its manifest names, and it is checked")
    func packages() throws {
        var sample = SampleMiniApp()
        sample.members["atoll_search"] = Self.path
        let missing = #expect(throws: PackageRefusal.self) { try MiniAppPackage(archive: sample.archive) }
        #expect(missing?.rule == .search && missing?.subject == "atoll_search")
        sample.files[Self.path] = Self.entry("\"title\": \"A\", \"page\": \"pages/gone\"")
        let wrong = #expect(throws: PackageRefusal.self) { try MiniAppPackage(archive: sample.archive) }
        #expect(wrong?.rule == .search && wrong?.subject == Self.path)
        sample.files[Self.path] = Self.entry("\"title\": \"A\", \"page\": \"pages/detail\"")
        #expect(try MiniAppPackage(archive: sample.archive).manifest.search == Self.path)
        sample.members["atoll_search"] = 1
        #expect(throws: PackageRefusal.self) { try MiniAppPackage(archive: sample.archive) }
    }
}
