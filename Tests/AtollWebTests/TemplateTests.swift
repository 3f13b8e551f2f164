import AtollPages
import AtollTexts
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
        let values = HostileValues(
            frame: frame, superApp: hostile, columns: [.init(title: hostile, back: hostile)], returnAddress: hostile,
            name: hostile, problem: hostile, heading: hostile, detail: hostile,
            status: hostile
        )
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

    private struct HostileValues {
        struct Column {
            let title: String
            let back: String
            let hasBar = true
            let hasAccount = true
        }
        let frame: PageFrame
        let superApp: String
        let columns: [Column]
        let returnAddress: String
        let name: String
        let problem: String
        let heading: String
        let detail: String
        let status: String
        let canRetry = true
    }
}
