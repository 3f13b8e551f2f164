import Testing

@testable import AtollReview

@Suite("Pages and style sheets are checked")
struct PageCheckTests {
    @Test(
        "What a page loads from elsewhere is refused",
        arguments: [
            "<script src=\"https://cdn.example.com/a.js\"></script>", "<SCRIPT SRC=//cdn.example.com/a.js></SCRIPT>",
            "<link rel=stylesheet href='https://cdn.example.com/a.css'>",
            "<script src=\"https&colon;&#47;/cdn.example.com/a.js\"></script>",
            "<iframe src=\"https://example.com/\"></iframe>", "<base href=\"https://example.com/\">",
            "<style>@import url(https://cdn.example.com/a.css);</style>",
            "<svg><script href=\"https://cdn.example.com/a.js\"></script></svg>",
        ])
    func remote(page: String) throws {
        #expect(try Packages.findings(page: page).codes(.block) == ["script-remote"])
    }

    @Test(
        "What only looks like it is fine",
        arguments: [
            "<script src=\"/a.js\"></script>", "<!-- <script src=\"https://cdn.example.com/a.js\"></script> -->",
            "<link rel=canonical href='https://example.com/'>", "<a href=\"https://example.com/\">Example</a>",
            "<textarea><script src=\"https://cdn.example.com/a.js\"></script></textarea>",
            "<link rel=stylesheet href=app.css>",
            "<p title='<script src=https://cdn.example.com/a.js>'>a</p>",
            "<link rel=license href=https://example.com/>",
        ])
    func local(page: String) throws {
        let codes = try Packages.findings(page: page).codes()
        #expect(!codes.contains("script-remote"))
    }

    @Test(
        "Scripts in a page's text are refused, for hosts do not run them",
        arguments: [
            ("<script>a()</script>", "script-inline"),
            ("<script type=module>import './a.js'</script>", "script-inline"),
            ("<script type=\"text/javascript\">a()</script>", "script-inline"),
            ("<script type=importmap>{}</script>", "script-inline"),
            ("<script>\n\na()\n</script>", "script-inline"), ("<button onclick=\"a()\">A</button>", "handler-inline"),
            ("<img src=a.png onerror=a()>", "handler-inline"), ("<body onload='a()'>", "handler-inline"),
            ("<a href=\"javascript:a()\">A</a>", "handler-inline"),
            ("<a href=\"java&#10;script:a()\">A</a>", "handler-inline"),
            ("<svg onload=a()></svg>", "handler-inline"),
        ])
    func inline(page: String, code: String) throws {
        #expect(try Packages.findings(page: page).codes(.block) == [code])
    }

    @Test(
        "Data and templates are fine, and so are empty handlers",
        arguments: [
            "<script type=\"application/json\">{}</script>", "<script type=\"application/ld+json\">{\"a\": 1}</script>",
            "<script src=/a.js></script>", "<script></script>",
            "<script type=text/template><b onclick=a()></b></script>",
            "<p onclick>A</p>", "<a href=\"javascript:void(0)\">A</a>", "<p data-onclick=\"a()\">A</p>",
            "<one on=\"a\">A</one>",
            "<!-- <b onclick=a()> -->", "<title>onclick=</title>",
        ])
    func noScript(page: String) throws {
        let codes = try Packages.findings(page: page).codes()
        #expect(!codes.contains("script-inline") && !codes.contains("handler-inline"))
    }

    @Test(
        "Style sheets are read without their comments and strings",
        arguments: [
            ("@import 'https://cdn.example.com/a.css';", ["script-remote"]),
            ("@IMPORT url( \"//cdn.example.com/a.css\" );", ["script-remote"]),
            ("a { background: url(https://example.com/a.png) }", ["net-undeclared"]),
            ("a { background: URL('http://example.com/a.png') }", ["net-insecure"]),
            ("@font-face { src: url(//fonts.example.com/a.woff2) }", ["net-undeclared"]),
            ("/* @import 'https://a.example.com/'; */", []),
            ("a::before { content: 'url(https://example.com/)' }", []), ("a { background: url(a.png) }", []),
            ("@import 'a.css';", []), ("a { background: url(data:image/png;base64,AAAA) }", []),
        ])
    func styles(style: String, codes: [String]) throws {
        #expect(try Packages.findings(style: style).codes() == codes)
    }

    @Test("A script between tags is read like one in a file")
    func scripts() throws {
        let codes = try Packages.findings(page: "<script>eval(a)</script>").codes(.block)
        #expect(codes == ["script-eval", "script-inline"] || codes == ["script-inline", "script-eval"])
    }
}
