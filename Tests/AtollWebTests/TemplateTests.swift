import Mustache
import Testing

@testable import AtollWeb

@Suite("Pages")
struct TemplateTests {
    @Test("A combining accent behind a quotation mark does not smuggle it out of an attribute")
    func escaping() throws {
        let hostile = "\"\u{301} onload='x' <\u{308}script>&"
        let safe = "&quot;\u{301} onload=&#39;x&#39; &lt;\u{308}script&gt;&amp;"
        #expect(SafeHTML().escapeText(hostile) == safe)
    }

    @Test("Every page escapes that way, in its frame and in what it includes", arguments: ["sign-in", "error"])
    func everyPage(_ name: String) async throws {
        let hostile = "<\u{308}b \"\u{301}>"
        let frame = Frame(title: hostile, superApp: hostile, stylesheet: hostile, user: hostile)
        let values = HostileValues(
            frame: frame, returnAddress: hostile, name: hostile, problem: hostile, heading: hostile, detail: hostile,
            status: hostile
        )
        let html = try await body(of: Templates().page(name, values))
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

    private struct HostileValues {
        let frame: Frame
        let returnAddress: String
        let name: String
        let problem: String
        let heading: String
        let detail: String
        let status: String
        let canRetry = true
    }
}
