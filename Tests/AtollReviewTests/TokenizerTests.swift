import AtollTestSupport
import Testing

@testable import AtollReview

@Suite("JavaScript is split into tokens")
struct TokenizerTests {
    @Test(
        "Whether a slash divides depends on what is before it",
        arguments: [
            ("a = b / c / d", ["a", "=", "b", "/", "c", "/", "d"]),
            ("a = /b/g.test(c)", ["a", "=", "/b/g", ".", "test", "(", "c", ")"]),
            ("return /[/]\"/", ["return", "/[/]\"/"]),
            ("x++ / 2", ["x", "++", "/", "2"]),
            ("(a) / b / c", ["(", "a", ")", "/", "b", "/", "c"]),
            ("if (a) /b'/.test(c)", ["if", "(", "a", ")", "/b'/", ".", "test", "(", "c", ")"]),
            ("while (a) /b'/.exec(c)", ["while", "(", "a", ")", "/b'/", ".", "exec", "(", "c", ")"]),
            ("a.if(b) / c", ["a", ".", "if", "(", "b", ")", "/", "c"]),
            ("a = {} / b / c", ["a", "=", "{", "}", "/", "b", "/", "c"]),
            ("{} /b'/.test(c)", ["{", "}", "/b'/", ".", "test", "(", "c", ")"]),
            ("a = function () {} / b / c", ["a", "=", "function", "(", ")", "{", "}", "/", "b", "/", "c"]),
            ("function a() {} /b'/", ["function", "a", "(", ")", "{", "}", "/b'/"]),
            ("a[0] / b", ["a", "[", "0", "]", "/", "b"]),
            ("typeof /'/", ["typeof", "/'/"]), ("a.typeof / b", ["a", ".", "typeof", "/", "b"]),
            ("a ? /'/ : b", ["a", "?", "/'/", ":", "b"]),
            ("case /'/:", ["case", "/'/", ":"]), ("1 / 2 / 3", ["1", "/", "2", "/", "3"]),
            ("({ a: {} / b })", ["(", "{", "a", ":", "{", "}", "/", "b", "}", ")"]),
            ("`a` / b", ["`a`", "/", "b"]), ("x => /'/", ["x", "=>", "/'/"]),
            ("this / a", ["this", "/", "a"]), ("a = class {} / b", ["a", "=", "class", "{", "}", "/", "b"]),
            (
                "a = class extends f(1) {} / b",
                ["a", "=", "class", "extends", "f", "(", "1", ")", "{", "}", "/", "b"]
            ),
            (
                "a = class extends (b)[0] {} / c",
                ["a", "=", "class", "extends", "(", "b", ")", "[", "0", "]", "{", "}", "/", "c"]
            ),
            ("class A extends f(1) {} /b/", ["class", "A", "extends", "f", "(", "1", ")", "{", "}", "/b/"]),
        ])
    func slashes(script: String, tokens: [String]) {
        #expect(Packages.tokens(script) == tokens)
    }

    @Test(
        "Texts, templates and comments are read whole",
        arguments: [
            (#""a\"b" + 'c\'d'"#, [#""a\"b""#, "+", #"'c\'d'"#]),
            ("`a ${b + `c ${d}`} e`", ["`a ${", "b", "+", "`c ${", "d", "}`", "} e`"]),
            ("`${{ a: 1 }.a}`", ["`${", "{", "a", ":", "1", "}", ".", "a", "}`"]),
            ("a // eval(b)\nc", ["a", "c"]), ("a /* ' */ b", ["a", "b"]), ("a <!-- b\nc", ["a", "c"]),
            ("#!/usr/bin/env node\na", ["a"]), ("\u{feff}a\u{a0}b\u{2028}c", ["a", "b", "c"]),
            ("1.5e-3+.5+0x1e+2", ["1.5e-3", "+", ".5", "+", "0x1e", "+", "2"]),
            ("1..toString()", ["1.", ".", "toString", "(", ")"]), ("[...a]", ["[", ".", ".", ".", "a", "]"]),
            (#"\u0065val(a)"#, [#"\u0065val"#, "(", "a", ")"]), ("'open\nb", ["'open\n", "b"]),
            ("a\\", ["a", "\\"]), ("`open", ["`open"]), ("/open", ["/open"]), ("/* open", []),
            ("été = 1", ["été", "=", "1"]),
        ])
    func texts(script: String, tokens: [String]) {
        #expect(Packages.tokens(script) == tokens)
    }

    @Test("Any bytes are read to their end, in order and without overlap", arguments: 0..<300)
    func anything(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let parts = [
            "/", "*", "'", "\"", "`", "${", "}", "{", "(", ")", "[", "]", "\\", "\n", "a", "if", "function", "return",
            "=>", "=", "0", ".", "e+",
            "<!--", "//", "/*", "*/", "\u{2028}", "é", ":", "?", ",", ";", "class", "\\u{", "#",
        ]
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0..<200, using: &random) {
            if Int.random(in: 0..<10, using: &random) == 0 {
                bytes.append(UInt8.random(in: .min ... .max, using: &random))
            } else {
                bytes += Array(parts.randomElement(using: &random)!.utf8)
            }
        }
        let script = Script(bytes, in: 0..<bytes.count)
        var last = 0
        for token in script.tokens {
            #expect(token.range.lowerBound >= last && token.range.upperBound <= bytes.count && !token.range.isEmpty)
            last = token.range.upperBound
        }
    }

    @Test("Texts are read with their escapes resolved")
    func escapes() {
        #expect(Script.unescaped(#"\x68ttp:\u002f\/a\u{2e}b\n\q\"#) == "http://a.b\nq\\")
    }
}
