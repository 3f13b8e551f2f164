import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter

/// Texts that a database's index may not be able to hold: they are refused as such or stored, and delay no other
/// request.
@Suite("Hostile texts")
struct HostileTextTests {
    /// Few Characters of many scalars: as many marks on each as a text may have.
    private static func cluster(_ scalars: Int) -> String {
        let marked = "e" + String(repeating: "\u{301}", count: 30)
        return String(String(repeating: marked, count: scalars / 31 + 1).unicodeScalars.prefix(scalars))
    }

    private static let superApp = "com.example.super"

    private static func details(_ value: String) -> String {
        #"{"attributes": {"\#(superApp)": {"note": "\#(value)"}}}"#
    }

    @Test("Text is counted in Unicode scalars, however few characters a reader sees", arguments: BackEnd.allCases)
    func scalars(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let attributes = "/v1/superapps/\(Self.superApp)/attributes"
            let path = "/v1/miniapps/com.example.a/details"
            #expect(try await center.put(attributes, #"[{"name": "note", "type": "text"}]"#).status == 204)
            try await center.upload(SampleMiniApp(id: "com.example.a", name: "Alpha"))
            // Two hundred clusters of a thousand scalars each: less than the body may have.
            let long = String(repeating: Self.cluster(100), count: 200)
            let refused: [(path: String, json: String, subject: String)] = [
                (path, Self.details(long), "attributes.\(Self.superApp).note"),
                (path, Self.details(Self.cluster(201)), "attributes.\(Self.superApp).note"),
                (path, #"{"tags": ["\#(Self.cluster(51))"]}"#, "tags.0"),
                (path, #"{"keywords": ["\#(Self.cluster(51))"]}"#, "keywords.0"),
                (path, #"{"keyword": ["money"]}"#, "keyword"),
                (
                    attributes, #"[{"name": "note", "type": "choice", "choices": ["\#(Self.cluster(201))"]}]"#,
                    "body.0.choices.0"
                ),
            ]
            for (path, json, subject) in refused {
                let answer = try await center.put(path, json)
                #expect(answer.status == 400, "\(subject)")
                #expect(answer.member("subject") == subject)
            }
            for query in ["tag=" + Self.cluster(51), "text=" + Self.cluster(201)] {
                #expect(
                    try await center.send("GET", "/v1/miniapps?\(query.urlQuery)", token: center.token()).status == 400)
            }
            let filter = #"where=[{"field": "note", "operator": "equals", "value": "\#(Self.cluster(201))"}]"#
            #expect(
                try await center.send("GET", "/v1/miniapps?\(filter.urlQuery)", token: center.token()).status == 400)
        }
    }

    @Test(
        "A text with more marks in a row than any language has is refused wherever it is, before anything compares it",
        arguments: BackEnd.sample(1))
    func marks(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let marks = (0..<20_000).reduce(into: "e") { text, index in
                text += ["\u{301}", "\u{323}", "\u{327}"][index % 3]
            }
            let escaped = String(repeating: "\\u0301\\u0323\\u0327", count: 3_000)
            let bodies = [
                #"{"email": "\#(marks)"}"#, #"{"\#(marks)": "x"}"#, #"{"email": "a@example.com", "\#(escaped)": 1}"#,
                #"{"email": {"a": ["\#(marks)"]}}"#,
            ]
            for body in bodies {
                let answer = try await center.send("POST", "/v1/password/reset", body: Data(body.utf8))
                #expect(answer.status == 400 && answer.member("subject") == "body", "\(answer)")
            }
            // The decoder would take it, and the parser does not.
            var utf16 = Data([0xff, 0xfe])
            for unit in bodies[1].utf16 { utf16 += [UInt8(unit & 0xff), UInt8(unit >> 8)] }
            #expect(try await center.send("POST", "/v1/password/reset", body: utf16).status == 400)
            let query = ("text=e" + String(repeating: "\u{301}\u{323}", count: 400)).urlQuery
            #expect(try await center.send("GET", "/v1/miniapps?\(query)", token: center.token()).status == 400)
        }
    }

    @Test("The longest permitted texts of any characters are stored and found", arguments: BackEnd.allCases)
    func longest(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let attributes = "/v1/superapps/\(Self.superApp)/attributes"
            #expect(try await center.put(attributes, #"[{"name": "note", "type": "text"}]"#).status == 204)
            // U+FDFA becomes 18 scalars when it is folded; random CJK of the supplementary planes can't be compressed.
            var random = SeededGenerator(seed: 1)
            let ideographs = String(
                String.UnicodeScalarView(
                    (0..<200).map { _ in Unicode.Scalar(UInt32.random(in: 0x20000...0x2A6DF, using: &random))! }))
            for (index, text) in [String(repeating: "\u{FDFA}", count: 200), ideographs, Self.cluster(200)].enumerated()
            {
                let id = "com.example.n\(index)"
                var sample = SampleMiniApp(id: id, name: String(text.unicodeScalars.prefix(50)))
                sample.members["description"] = text
                #expect(try await center.upload(sample).status == 201, "\(index)")
                let tag = String(text.unicodeScalars.prefix(50))
                let json = """
                    {"tags": ["\(tag)"], "keywords": ["\(tag)"], "attributes": {"\(Self.superApp)": {"note": "\(text)"}}}
                    """
                let answer = try await center.put("/v1/miniapps/\(id)/details", json)
                #expect(answer.status == 204, "\(String(decoding: answer.body, as: UTF8.self))")
                #expect(try await center.found("tag=\(tag)".urlQuery).count == 1, "\(index)")
                // At most ten words: four ideographs are one, and U+FDFA is four.
                let word = String(tag.unicodeScalars.prefix(index == 0 ? 1 : 10))
                #expect(try await center.found("text=\(word)".urlQuery).count == 1, "\(index)")
            }
        }
    }

    @Test(
        "A mini app that the database refuses keeps no other waiting, and /ready says which it is",
        arguments: BackEnd.sample(1))
    func refused(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp(id: "com.example.a", name: "Same"))
            // No text that is accepted does this today, so the database is made stricter.
            try await center.execute("CREATE UNIQUE INDEX strict ON entry (name)")
            async let same = center.upload(SampleMiniApp(id: "com.example.b", name: "Same"))
            async let other = center.upload(SampleMiniApp(id: "com.example.c", name: "Other"))
            #expect(try await other.status == 201)
            #expect(try await same.status == 503)
            #expect(try await center.found("").sorted() == ["Other", "Same"])
            // It is announced as soon as the database takes it.
            try await center.execute("DROP INDEX strict")
            try await until("nobody announced it") { try await !center.center.store.isAnythingDue() }
            // The process that searches may hear of it a moment later than the database.
            try await until("it is not found") { try await center.found("").sorted() == ["Other", "Same", "Same"] }
            #expect(try await center.upload(SampleMiniApp(id: "com.example.d", name: "Another")).status == 201)

            // A waiting request without a caller, as another process may leave it.
            try await center.put("/v1/miniapps/com.example.c/details", #"{"tags": ["t"]}"#)
            try await center.execute("UPDATE version SET listing = 'not JSON' WHERE mini_app = 'com.example.c'")
            try await center.center.store.makeDue(MiniAppID("com.example.c")!)
            #expect(try await center.upload(SampleMiniApp(id: "com.example.e", name: "Last")).status == 201)
            let ready = try await center.ready { $0 == "degraded" }
            #expect(ready.status == 200)
            #expect(String(decoding: ready.body, as: UTF8.self).contains("com.example.c"))
            try await center.execute("DELETE FROM due WHERE mini_app = 'com.example.c'")
            #expect(try await center.upload(SampleMiniApp(id: "com.example.f", name: "Very last")).status == 201)
            #expect(try await center.ready { $0 == "ready" }.status == 200)
        }
    }
}

extension TestCenter {
    /// The answer of `/ready`, once its status is as wanted.
    fileprivate func ready(_ isWanted: (String?) -> Bool) async throws -> Answer {
        let end = ContinuousClock.now.advanced(by: Waiting.limit)
        while true {
            let answer = try await send("GET", "/ready")
            if isWanted(answer.member("status")) || ContinuousClock.now > end { return answer }
            try await Task.sleep(for: .milliseconds(100))  // sleep: the pause of a poll
        }
    }
}
