import Testing

@testable import RequestParsing

@Suite("Forms")
struct FormFieldsTests {
    @Test(
        "The fields of a form are decoded",
        arguments: [
            ("", [:]), ("name=ada", ["name": "ada"]), ("name=Ada+Moreno&x=", ["name": "Ada Moreno", "x": ""]),
            ("name", ["name": ""]), ("=x", ["": "x"]), ("a=1&&b=2&", ["a": "1", "b": "2"]),
            ("a=b=c", ["a": "b=c"]), ("q=%C3%A9%2B%26", ["q": "é+&"]), ("a%3Db=1", ["a=b": "1"]),
            ("n=%00", ["n": "\0"]),
        ] as [(String, [String: String])])
    func wellFormed(_ body: String, _ fields: [String: String]) throws {
        #expect(try FormFields(parsing: body.utf8).values == fields)
    }

    @Test(
        "A malformed form is rejected without a trap",
        arguments: [
            ("name=%", .badEncoding), ("%", .badEncoding), ("name=%4", .badEncoding), ("name=%zz", .badEncoding),
            ("name=%%41", .badEncoding), ("name=%C3", .badEncoding), ("name=%FF%FE", .badEncoding),
            ("name=%ED%A0%80", .badEncoding), ("a=1&a=2", .repeated("a")), ("a=1&%61=2", .repeated("a")),
            (
                Array(repeating: "", count: 65).enumerated().map { "f\($0.offset)=" }.joined(separator: "&"),
                .tooManyFields
            ),
            (String(repeating: "n", count: 65) + "=1", .nameTooLong),
            ("v=" + String(repeating: "v", count: 8_193), .valueTooLong("v")),
        ] as [(String, FormError)])
    func malformed(_ body: String, _ error: FormError) {
        #expect(throws: error) { try FormFields(parsing: body.utf8) }
    }

    @Test("Every error says what is wrong")
    func texts() {
        #expect(FormError.tooManyFields.description == "The form has more than 64 fields.")
        #expect(
            FormError.badEncoding.description
                == "The form is not encoded correctly. Expected UTF-8 with two hexadecimal digits after each \"%\".")
        #expect(FormError.nameTooLong.description == "The form has a field whose name is longer than 64 bytes.")
        #expect(FormError.valueTooLong("v").description == "The field \"v\" is longer than 8192 bytes.")
        #expect(FormError.repeated("a").description == "The field \"a\" appears twice.")
    }

    @Test("Random bytes are parsed or rejected")
    func anything() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...60)).map { _ in
                Bool.random()
                    ? UInt8.random(in: .min ... .max, using: &generator) : Array("%&=+ab4".utf8).randomElement()!
            }
            _ = try? FormFields(parsing: bytes)
        }
    }
}

@Suite("Cookies")
struct CookieHeaderTests {
    @Test(
        "The first cookie with a name counts",
        arguments: [
            ("a=1", "1"), (" a = 1 ; b=2", "1"), ("b=2; a=1; a=3", "1"), ("a=x=y", "x=y"), ("a=", ""), ("b=1", nil),
            ("", nil), ("a", nil), (";;;=;", nil), ("A=1", nil), ("a=\"q\"", "\"q\""),
            // A combining mark after the semicolon.
            ("a=1;\u{301}=2", "1"), ("b=1;\u{301}a=2; a=3", "3"),
        ] as [(String, String?)])
    func lookup(_ header: String, _ value: String?) {
        #expect(CookieHeader(header)["a"] == value)
    }

    @Test("A header that is too long counts as empty, and the number of cookies is limited")
    func limits() {
        #expect(CookieHeader("a=1; b=" + String(repeating: "x", count: 16_384))["a"] == nil)
        let many = (0..<300).map { "c\($0)=1" }.joined(separator: ";") + ";a=1"
        #expect(CookieHeader(many)["a"] == nil)
        #expect(CookieHeader(many)["c199"] == "1")
    }
}
