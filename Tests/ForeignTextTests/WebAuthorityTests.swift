import ForeignText
import Testing

@Suite("Hosts as requests and URLs name them")
struct WebAuthorityTests {
    @Test(
        "One host has one form",
        arguments: [
            ("app.example.com", "https", "app.example.com", false),
            ("App.Example.COM:443", "https", "app.example.com", false),
            ("app.example.com.", "https", "app.example.com", true),
            ("app.example.com.:443", "https", "app.example.com", true),
            ("app.example.com:", "https", "app.example.com", false),
            ("app.example.com:80", "http", "app.example.com", false),
            ("app.example.com:80", "https", "app.example.com:80", false),
            ("app.example.com:443", "http", "app.example.com:443", false),
            ("localhost.:8080", "http", "localhost:8080", true), ("[::1]:80", "http", "[::1]", false),
            ("[::1]:8080", "http", "[::1]:8080", false), ("[::1]", "http", "[::1]", false),
            ("127.0.0.1.:80", "http", "127.0.0.1", true),
        ])
    func forms(_ text: String, _ scheme: String, _ expected: String, _ hasFinalDot: Bool) {
        let authority = WebAuthority(text, scheme: scheme)
        #expect(authority.text == expected && authority.hasFinalDot == hasFinalDot)
        #expect(WebAuthority(expected, scheme: scheme).text == expected)
    }

    @Test(
        "What is no host and port stays what it is",
        arguments: ["", ".", "..", "a..", ":", "a:b", "a:80:80x", "a:8080x", ".a:80.", "a:443 ", "a:\u{661}", "a@b:c"])
    func others(_ text: String) {
        let authority = WebAuthority(text, scheme: "http")
        #expect(authority.text == (text == ":" ? "" : text) && !authority.hasFinalDot)
    }
}
