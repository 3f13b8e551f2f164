import AtollTestSupport
import Foundation
import Testing

@testable import AtollPackages

@Suite("Reports of usage")
struct UsageReportTests {
    @Test("A sketch is within 10 % of the number of people", arguments: [0, 1, 2, 10, 100, 1_000, 10_000, 100_000])
    func estimates(_ count: Int) {
        var sketch = PeopleSketch()
        for number in 0..<count { sketch.add(SHA256Hash(of: Data("person \(number)".utf8))) }
        #expect(abs(Double(sketch.estimate - count)) <= max(1, 0.1 * Double(count)), "\(sketch.estimate)")
    }

    @Test("Merged, nobody counts twice, in whatever order")
    func merges() throws {
        var (one, other, both) = (PeopleSketch(), PeopleSketch(), PeopleSketch())
        for number in 0..<3_000 {
            let hash = SHA256Hash(of: Data("person \(number)".utf8))
            if number < 2_000 { one.add(hash) }
            if number >= 1_000 { other.add(hash) }
            both.add(hash)
        }
        var (left, right) = (one, other)
        left.merge(other)
        right.merge(one)
        #expect(left == both && right == both)
        for sketch in [PeopleSketch(), one, both] {
            let data = try JSONEncoder().encode(sketch)
            #expect(try JSONDecoder().decode(PeopleSketch.self, from: data) == sketch)
            #expect(PeopleSketch(bytes: sketch.bytes) == sketch)
        }
        var few = PeopleSketch()
        few.add(SHA256Hash(of: Data("a".utf8)))
        #expect(try JSONEncoder().encode(few).count < 20)
    }

    @Test(
        "What is no sketch is refused",
        arguments: [
            #""""#, #""AAAA""#, "{\"1024\": 1}", "{\"-1\": 1}", "{\"0\": 56}", "{\"0\": 0}", "[]", "7", "{\"x\": 1}",
        ])
    func hostileSketches(_ text: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(PeopleSketch.self, from: Data(text.utf8)) }
    }

    @Test(
        "Names",
        arguments: [
            ("opens", true), ("readyTime:0", true), ("readyTime:11", true), ("readyTime:12", false),
            ("readyTime:01", false),
            ("call:storage.get ok", true), ("search:café", true), ("search:", false), ("search", false),
            ("opens:1", false),
            ("evil", false), ("", false), (":", false), ("search:a\u{0}", false), ("search: a", false),
            ("search:a\nb", false),
            ("search:" + String(repeating: "x", count: 80), true),
            ("search:" + String(repeating: "x", count: 81), false),
        ])
    func names(_ text: String, isValid: Bool) {
        #expect((UsageName(text) != nil) == isValid)
    }

    @Test("Whatever is counted has a valid name")
    func madeNames() {
        let odd = ["", "a", "\u{0}", "\u{202e}x", String(repeating: "é", count: 500), "a  b\n", " ", "a:b"]
        for text in odd {
            for name in [
                UsageName.search(text), .call(text, "ok"), .error(text), .step(from: text, to: text), .stay(on: text),
                .leave(from: text), .permission(text, "granted"),
            ] {
                #expect(UsageName(name.text) != nil, "\(name.text)")
            }
        }
        for time in [0, 99, 100, 101, 9_999, 10_001, 1_000_000] {
            #expect(UsageName(UsageName.readyTime(.milliseconds(time)).text) != nil)
        }
    }

    @Test("A report's faults are told")
    func faults() {
        let usual = String(repeating: "a", count: 32)
        func report(_ rows: [UsageReport.Row], id: String? = nil, platform: String = "web") -> String? {
            UsageReport(id: id ?? usual, platform: platform, rows: rows).fault(today: 20_000)
        }
        let good = UsageReport.Row(day: 20_000, miniApp: MiniAppID("com.example.kudos"), code: 1)
        #expect(report([good]) == nil && report([]) == nil)
        #expect(report([good], id: "x") != nil && report([good], id: String(repeating: "A", count: 32)) != nil)
        #expect(report([good], platform: "toaster") != nil)
        for (day, isGood) in [(20_001, true), (20_002, false), (19_970, true), (19_969, false), (Int.min, false)] {
            #expect((report([.init(day: day, miniApp: good.miniApp, code: 1)]) == nil) == isGood, "\(day)")
        }
        #expect(report([.init(day: 20_000, miniApp: nil, code: 1)]) != nil)
        #expect(report([.init(day: 20_000, miniApp: good.miniApp, code: nil)]) != nil)
        #expect(report([.init(day: 20_000, miniApp: good.miniApp, code: 0)]) != nil)
        for count in [0, -1, Int.max] {
            var row = good
            row.counts = ["opens": count]
            #expect(report([row]) != nil)
        }
        var row = good
        row.messages = ["": 1]
        #expect(report([row]) != nil)
        row.messages = [String(repeating: "x", count: 301): 1]
        #expect(report([row]) != nil)
        row.messages = nil
        row.counts = Dictionary(uniqueKeysWithValues: (0..<300).map { ("error:\($0)", 1) })
        #expect(report([row]) == nil)
        func rows(_ count: Int) -> [UsageReport.Row] {
            (1...count).map { code in
                var other = UsageReport.Row(day: 20_000, miniApp: good.miniApp, code: code)
                other.counts = row.counts
                return other
            }
        }
        #expect(report(rows(16)) == nil && report(rows(17)) != nil, "too many counts")
        #expect(report((1...501).map { .init(day: 20_000, miniApp: good.miniApp, code: $0) }) != nil)
        #expect(report([good, good]) != nil, "two of one version")
    }
}
