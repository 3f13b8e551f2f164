import Testing

@testable import AtollPages

@Suite("Templates")
struct TemplateTests {
    @Test("A quotation mark followed by a combining accent is escaped, so it can't end an attribute")
    func escaping() throws {
        let hostile = "\"\u{301} onload='x' <\u{308}script>&"
        let safe = "&quot;\u{301} onload=&#39;x&#39; &lt;\u{308}script&gt;&amp;"
        #expect(SafeHTML().escapeText(hostile) == safe)
    }
}
