import AtollPages
import AtollTexts
import Foundation
import Testing

@testable import AtollWeb

@Suite("Pages")
struct TemplateTests {
    @Test(
        "Every page escapes text by scalar, in its frame and in the templates that it includes",
        arguments: ["sign-in", "error", "screen"], ["en", "ar"])
    func everyPage(_ name: String, _ language: String) throws {
        let hostile = "<\u{308}b \"\u{301}>"
        let frame = PageFrame(
            language: hostile, direction: hostile, theme: hostile, title: hostile, superApp: hostile,
            stylesheet: hostile,
            icon: hostile,
            user: hostile, initial: hostile, userID: hostile,
            notices: hostile,
            worker: hostile, search: hostile, queue: hostile)
        let frameValues = try #require(
            JSONSerialization.jsonObject(with: JSONEncoder().encode(frame)) as? [String: String])
        let values: [String: any Sendable] = [
            "frame": frameValues, "superApp": hostile,
            "columns": [
                ["title": hostile, "back": hostile, "hasBar": true, "hasAccount": true] as [String: any Sendable]
            ],
            "returnAddress": hostile, "name": hostile, "problem": hostile, "heading": hostile, "detail": hostile,
            "status": hostile, "canRetry": true,
        ]
        let html = try TextLanguage.$current.withValue(language) { try Templates.shell().render(name, values).markup }
        for sequence in ["<\u{308}", "\"\u{301}"] {
            let isThere = Self.hasSequence(sequence, in: html)
            #expect(!isThere)
        }
        // The text itself is there, escaped.
        let isEscaped = Self.hasSequence("&lt;\u{308}b &quot;\u{301}&gt;", in: html)
        #expect(isEscaped)
    }

    private static func hasSequence(_ sequence: String, in text: String) -> Bool {
        let wanted = Array(sequence.unicodeScalars)
        let scalars = Array(text.unicodeScalars)
        guard scalars.count >= wanted.count else { return false }
        return (0...scalars.count - wanted.count).contains { Array(scalars[$0..<$0 + wanted.count]) == wanted }
    }

    @Test("Values that are encoded are escaped, too")
    func encoded() throws {
        struct Values: Encodable {
            let frame: PageFrame
            let superApp: String
            let heading: String
            let detail: String
            let status: String
            let canRetry = true
        }
        let hostile = "<\u{308}b \"\u{301}>"
        let frame = PageFrame(
            language: hostile, direction: hostile, theme: hostile, title: hostile, superApp: hostile,
            stylesheet: hostile, icon: hostile, user: hostile, initial: hostile, userID: hostile, notices: hostile,
            worker: hostile, search: hostile, queue: hostile)
        let values = Values(frame: frame, superApp: hostile, heading: hostile, detail: hostile, status: hostile)
        let html = try Templates.shell().render("error", values).markup
        #expect(Self.hasSequence("&lt;\u{308}b &quot;\u{301}&gt;", in: html))
        #expect(!Self.hasSequence("<\u{308}", in: html))
    }
}
