import Foundation
import Testing

@testable import SignedJSON

@Suite("Signed JSON")
struct JSONTests {
    private func parse(_ text: String) throws(JSONError) -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    @Test(
        "A value is parsed and written in its one canonical form",
        arguments: [
            (#" { "b" : 1 , "a" : [ true , false , null ] } "#, #"{"a":[true,false,null],"b":1}"#),
            (#""line\nbreak \"quoted\" \\ \/ \u0041 \ud83d\ude00""#, "\"line\nbreak \\\"quoted\\\" \\\\ / A 😀\""),
            ("[-9223372036854775808,9223372036854775807,0]", "[-9223372036854775808,9223372036854775807,0]"),
            (#"{"é":1,"z":2,"e\u0301":3,"Z":4}"#, "{\"Z\":4,\"e\u{301}\":3,\"z\":2,\"é\":1}"),
            ("{}", "{}"), ("[]", "[]"), ("\"\"", "\"\""),
        ]
    )
    func canonical(_ text: String, _ expected: String) throws {
        let bytes = try parse(text).canonicalBytes
        #expect(bytes == Array(expected.utf8))
        // Canonical JSON contains line breaks unescaped, so it is not JSON that can be parsed again.
        if !expected.contains("\n") { #expect(try JSONValue(parsing: bytes).canonicalBytes == bytes) }
    }

    @Test("Names are equal and in order by their bytes, also long, empty and foreign ones")
    func exactNames() {
        // One string comes from Foundation, which may not store UTF-8.
        let ordered = [
            "", "\0", "\0\0", "a", "aa", "ab", NSString(string: "abc").substring(to: 3), "abcd", "b", "e\u{301}", "z",
            "é",
            String(repeating: "é", count: 40), String(repeating: "é", count: 40) + "a", "日本", "😀",
        ].map { ExactString($0) }
        for (first, left) in ordered.enumerated() {
            for (second, right) in ordered.enumerated() {
                #expect((left == right) == (first == second), "\(left), \(right)")
                #expect((left < right) == (first < second), "\(left), \(right)")
            }
        }
        #expect(ordered.shuffled().sorted() == ordered)
    }

    @Test(
        "Anything that could be read in two ways is refused",
        arguments: [
            ("", .ended), (" ", .ended), ("{", .ended), ("[1", .ended), ("\"a", .ended), ("\"\\u12", .ended),
            ("1 2", .unexpected(at: 2)), ("{}x", .unexpected(at: 2)), ("[1,]", .unexpected(at: 3)),
            ("{\"a\":1,}", .unexpected(at: 7)), ("{a:1}", .unexpected(at: 1)), ("{\"a\" 1}", .unexpected(at: 5)),
            ("tru", .unexpected(at: 0)), ("NaN", .unexpected(at: 0)), ("\u{feff}1", .unexpected(at: 0)),
            ("'a'", .unexpected(at: 0)), ("\"\t\"", .unexpected(at: 1)), ("\"\\x\"", .unexpected(at: 2)),
            ("{\"a\":1,\"a\":2}", .duplicateName("a")), ("{\"a\":1,\"\\u0061\":2}", .duplicateName("a")),
            ("1.0", .notWhole(at: 0)), ("1e3", .notWhole(at: 0)), ("-", .unexpected(at: 0)),
            ("01", .badNumber(at: 0)), ("-0", .badNumber(at: 0)), ("9223372036854775808", .badNumber(at: 0)),
            ("\"\\ud800\"", .badText(at: 7)), ("\"\\udc00\"", .badText(at: 7)),
            ("\"\\ud800\\u0041\"", .badText(at: 13)),
        ] as [(String, JSONError)]
    )
    func refusals(_ text: String, _ expected: JSONError) {
        #expect(throws: expected) { try parse(text) }
    }

    @Test("Bytes that are not UTF-8 are refused, and nesting is limited")
    func bytes() {
        for bytes in [[0x22, 0xff, 0x22], [0x22, 0xc0, 0xaf, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22]] as [[UInt8]] {
            #expect(throws: JSONError.badText(at: 0)) { try JSONValue(parsing: bytes) }
        }
        let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
        #expect(throws: JSONError.tooDeep) { try parse(deep) }
    }

    @Test("Random changes and truncated texts are refused or parsed, and never crash")
    func random() throws {
        let text = Array(#"{"signed":{"a":[1,-2,"\u00e9\n"],"b":{"c":null,"d":true}},"signatures":[]}"#.utf8)
        for length in text.indices { #expect(throws: JSONError.self) { try JSONValue(parsing: text[..<length]) } }
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var changed = text
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                changed[Int.random(in: changed.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            if let value = try? JSONValue(parsing: changed) {
                #expect(try JSONValue(parsing: value.canonicalBytes.filter { $0 >= 0x20 }) != .null)
            }
        }
    }
}
