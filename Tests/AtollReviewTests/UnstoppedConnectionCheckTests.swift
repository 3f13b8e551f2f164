import AtollReview
import Testing

@Suite("Connections that browsers make before a policy stops them")
struct UnstoppedConnectionCheckTests {
    @Test(
        "Frames of a script and hints are pointed out",
        arguments: [
            "document.createElement('iframe')", "const a = d.createElement(\"object\");", "frame.srcdoc = text;",
            "link.rel = 'preconnect';", "link.setAttribute('rel', `dns-prefetch`)", "document.createElement('IFRAME')",
            "document.createElementNS('http://www.w3.org/1999/xhtml', 'iframe')",
            "h('link', { rel: 'preconnect dns-prefetch' })",
            "frame.setAttribute('srcdoc', text)",
        ])
    func pointedOut(script: String) throws {
        #expect(try Packages.findings(script: script).codes(.warn) == ["net-unstopped"])
    }

    @Test("A hint in a page is pointed out, and other links are fine")
    func pages() throws {
        #expect(try Packages.findings(page: #"<link rel="Preconnect" href="/a">"#).codes(.warn) == ["net-unstopped"])
        #expect(
            try Packages.findings(page: #"<link rel="icon" href="/a.png">"#).codes(.warn).contains("net-unstopped")
                == false)
    }

    @Test(
        "Other elements, and names that only look alike, are fine",
        arguments: [
            "document.createElement('div')", "const kinds = ['iframe', 'object'];", "if (a.srcdoc === b) f()",
            "log('preconnected')", "emit('preconnect')", "socket.on('preconnect', f)", "// createElement('iframe')",
        ])
    func fine(script: String) throws {
        #expect(try Packages.findings(script: script).codes(.warn) == [])
    }
}
