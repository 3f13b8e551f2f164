import RequestParsing
import Testing

@Suite("Bearer tokens")
struct BearerTokenTests {
    @Test(
        "The scheme ignores case, and spaces before the token don't matter",
        arguments: ["Bearer abc", "bearer abc", "BEARER   abc"])
    func read(_ header: String) { #expect(BearerToken.read(header) == "abc") }

    @Test(
        "Anything else is none",
        arguments: [
            nil, "", "Bearer", "Bearer ", "Bearerabc", "Basic abc", "Bearer a b", "Bearer \u{e9}", "Bearer\tabc",
            " Bearer abc",
            "\u{212a}earer abc", "Bearer a\u{301}", "Bearer " + String(repeating: "a", count: 8_192),
        ])
    func refused(_ header: String?) { #expect(BearerToken.read(header) == nil) }
}
