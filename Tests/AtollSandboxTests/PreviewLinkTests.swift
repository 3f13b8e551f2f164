import AtollSandbox
import Foundation
import Testing

@Suite("Links to previews")
struct PreviewLinkTests {
    private static let code = "ABCDEFGHIJKLMNOPQRSTUVWX27"

    @Test(
        "Links of both forms are read",
        arguments: [
            "https://app.example.com/preview#v1.\(code)", "http://localhost:8080/preview#v1.\(code.lowercased())",
            "dla://preview#v1.\(code)",
        ])
    func links(_ text: String) throws {
        let url = try #require(URL(string: text))
        let link = PreviewLink(url)
        #expect(link != nil)
        #expect(link == PreviewLink(typed: Self.code))
        #expect(link == PreviewLink(typed: " " + text + "\n"))
    }

    @Test(
        "Nothing else is one",
        arguments: [
            "https://app.example.com/preview", "https://app.example.com/preview#\(code)",
            "https://app.example.com/preview#v2.\(code)", "https://app.example.com/preview/x#v1.\(code)",
            "https://app.example.com/preview?code=\(code)", "dla://hub#v1.\(code)", "dla://preview/x#v1.\(code)",
            "dla://preview#v1.ABC", "mailto:preview#v1.\(code)", "preview#v1.\(code)",
            "https://app.example.com/preview?\(String(repeating: "a", count: 2_000))#v1.\(code)",
        ])
    func others(_ text: String) throws {
        #expect(PreviewLink(try #require(URL(string: text))) == nil)
    }

    @Test("Typed codes may have hyphens and spaces")
    func typed() {
        #expect(PreviewLink(typed: "abcd-efgh ijkl mnop qrst uvwx 27") == PreviewLink(typed: Self.code))
        #expect(PreviewLink(typed: "") == nil && PreviewLink(typed: "atoll") == nil)
    }
}
