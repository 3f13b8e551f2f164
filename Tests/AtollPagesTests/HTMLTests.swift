import AtollPages
import Testing

@Suite("Markup")
struct HTMLTests {
    @Test("A literal is markup, and interpolated values are escaped")
    func interpolation() {
        let name = "<b>\"Tom\" & 'Jerry'</b>"
        let bold: HTML = "<b>\(3)</b>"
        let body: HTML = "<p title=\"\(name)\">\(name)\(bold)</p>"
        #expect(!body.markup.contains("<b>\""))
        #expect(body.markup.contains("&lt;b&gt;&quot;Tom&quot; &amp; "))
        #expect(body.markup.hasSuffix("<b>3</b></p>"))
    }
}
