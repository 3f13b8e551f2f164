import AtollLinks
import AtollMarkup
import AtollPackages
import AtollTestSupport
import AtollTexts
import ForeignText
import Foundation
import PrintableText
import RequestParsing
import SignedJSON
import Testing

@testable import AtollReview
@testable import AtollRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Doubling the size of hostile text at most doubles the processor time that its parser takes (decision 086). Where a
/// comparison sorts marks, it would be four times as much.
@Suite("The cost of hostile text")
struct TextCostTests {
    /// A place where text from outside is parsed: its name, and what parses a text there.
    struct Field: Sendable, CustomTestStringConvertible {
        let name: String
        let parse: @Sendable (String) -> Void

        init(_ name: String, _ parse: @escaping @Sendable (String) -> Void) { (self.name, self.parse) = (name, parse) }

        var testDescription: String { name }
    }

    /// Marks in mixed order, which are sorted whenever the text is compared.
    private static func marks(_ bytes: Int) -> String {
        var text = String.UnicodeScalarView("e".unicodeScalars)
        let scalars: [Unicode.Scalar] = ["\u{301}", "\u{323}", "\u{327}", "\u{344}", "\u{5b4}"]
        for index in 0..<bytes / 2 { text.append(scalars[index % scalars.count]) }
        return String(text)
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map {
            "\\u" + String(repeating: "0", count: 4 - String($0.value, radix: 16).count) + String($0.value, radix: 16)
        }
        .joined()
    }

    private static func package(_ files: [String: String]) -> [PackageFile] {
        SampleMiniApp().packageFiles.filter { files[$0.path] == nil }
            + files.map { PackageFile(path: $0.key, contents: Data($0.value.utf8)) }
    }

    private static func review(_ path: String, _ text: String) {
        guard let package = try? MiniAppPackage(files: package([path: text])) else { return }
        _ = PackageReview().findings(in: package, ReviewContext())
    }

    private static func json(_ text: String) { _ = try? JSONValue(parsing: Array(text.utf8), numbers: .unbounded) }

    private static func bridge(_ text: String) { _ = try? BridgeValue(json: Data(text.utf8)) }

    private static func multipart(_ headers: String) {
        guard var reader = try? MultipartReader(contentType: "multipart/form-data; boundary=x") else { return }
        _ = try? reader.read(Array("--x\r\n\(headers)\r\n\r\nbody\r\n--x--\r\n".utf8))
    }

    private static func lines(_ path: String, _ text: String) {
        guard let lines = ReadableLines(PackageFile(path: path, contents: Data(text.utf8))) else { return }
        for index in 0..<lines.count { _ = lines.text(at: index) }
    }

    private static func difference(_ text: String) {
        let (before, after) = ([text, "same", text + "a"], [text + "b", "same", text])
        _ = TextDifference(
            from: before.map { ForeignText(repairing: $0).text }, to: after.map { ForeignText(repairing: $0).text })
    }

    static let fields: [Field] = [
        .init("a string of JSON") { json(#"{"a": "\#($0)"}"#) }, .init("a name of JSON") { json(#"{"\#($0)": 1}"#) },
        .init("an escaped string of JSON") { json(#"{"a": "\#(escaped($0))"}"#) },
        .init("an escaped name of JSON") { json(#"{"\#(escaped($0))": 1}"#) },
        .init("a name in an array of JSON") { json(#"[[{"a": [{"\#($0)": 1}]}]]"#) },
        .init("a method of the bridge") { bridge(#"{"jsonrpc": "2.0", "id": 1, "method": "\#($0)"}"#) },
        .init("the version of the bridge") { bridge(#"{"jsonrpc": "\#($0)", "id": 1, "method": "x"}"#) },
        .init("an id of the bridge") { bridge(#"{"jsonrpc": "2.0", "id": "\#($0)", "method": "x"}"#) },
        .init("a parameter's name") { bridge(#"{"jsonrpc": "2.0", "id": 1, "method": "x", "params": {"\#($0)": 1}}"#) },
        .init("a key of storage.setAll") { bridge(#"{"params": {"items": {"\#($0)": "1", "\#($0)a": "2"}}}"#) },
        .init("a body for JSONDecoder") { text in
            _ = try? JSONDecoder().decode([String: String].self, fromForeign: Data(#"{"\#(text)": "a"}"#.utf8))
        },
        .init("a claim of a token") { text in
            let claims = Data(#"{"\#(text)": "a"}"#.utf8).base64EncodedString().filter { $0 != "=" }
            _ = CompactToken.isSound("e30.\(claims).x", upTo: .max)
        },
        .init("a body in UTF-16") { text in
            var data = Data([0xff, 0xfe])
            for unit in #"{"\#(text)": "a"}"#.utf16 { data += [UInt8(unit & 0xff), UInt8(unit >> 8)] }
            _ = try? JSONDecoder().decode([String: String].self, fromForeign: data)
        },
        .init("a value of a form") { _ = try? FormFields(parsing: Array("a=\($0)".utf8)) },
        .init("a name of a form") { _ = try? FormFields(parsing: Array("\($0)=a".utf8)) },
        .init("an encoded value of a form") { text in
            let encoded = text.utf8.map { "%" + String($0, radix: 16) }.joined()
            _ = try? FormFields(parsing: Array("a=\(encoded)".utf8))
        },
        .init("a name in a multipart form") { multipart("Content-Disposition: form-data; name=\"\($0)\"") },
        .init("a file's name in a multipart form") {
            multipart("Content-Disposition: form-data; name=\"a\"; filename=\"\($0)\"")
        },
        .init("a header's name in a multipart form") { multipart("\($0): form-data; name=\"a\"") },
        .init("Accept-Language") { _ = TextLanguage.preferred(in: $0, among: ["en", "de"]) },
        .init("Accept-Language with weights") { _ = TextLanguage.preferred(in: "de;q=\($0),en", among: ["en", "de"]) },
        .init("a link's path") { _ = try? DeepLink(path: "/\($0)") },
        .init("a link's encoded path") { text in
            _ = try? DeepLink(path: "/" + text.utf8.map { "%" + String($0, radix: 16) }.joined())
        },
        .init("a link's query") { _ = try? DeepLink(path: "/a?\($0)=\($0)") },
        .init("the name of an attribute of HTML") { review("pages/home.html", "<p \($0)=\"a\">") },
        .init("a value of an attribute of HTML") { review("pages/home.html", "<img src=\"\($0)\"><a href='\($0)'>") },
        .init("a reference of HTML") { text in
            let references = text.unicodeScalars.map { "&#\($0.value);" }.joined()
            review("pages/home.html", "<img src=\"\(references)\">")
        },
        .init("a tag of HTML") { review("pages/home.html", "<\($0)><p\($0)>") },
        .init("a handler of HTML") { review("pages/home.html", "<p onclick=\"\($0)\">") },
        .init("a comment of HTML") { review("pages/home.html", "<!--\($0)--><p>") },
        .init("as many scripts as marks that reorder") { text in
            let count = text.utf8.count / 16
            review(
                "pages/home.html",
                String(repeating: "<script>a</script>", count: count) + String(repeating: "\u{2067}", count: 4 * count))
        },
        .init("a string of a script") { review("app.js", "const a = \"\($0)\"; fetch('\($0)')") },
        .init("an escaped string of a script") { review("app.js", "fetch(\"\(escaped($0))\")") },
        .init("a template of a script") { review("app.js", "const a = `\($0)${a}\($0)`") },
        .init("a word of a script") { review("app.js", "const a\($0) = 1; a\($0).b\($0)") },
        .init("a comment of a script") { review("app.js", "/*\($0)*/ // \($0)") },
        .init("a URL of a style sheet") { review("app.css", "a { background: url(\($0)) } @import \"\($0)\";") },
        .init("a selector of a style sheet") { review("app.css", ".\($0) { color: red }") },
        .init("a key of a text file") { review("i18n/de.json", #"{"\#($0)": "a"}"#) },
        .init("a text of a text file") { review("i18n/de.json", #"{"a": "\#($0)"}"#) },
        .init("a name in the manifest") { text in
            var sample = SampleMiniApp()
            sample.members["description"] = text
            _ = try? MiniAppPackage(files: sample.packageFiles)
        },
        .init("a member of the manifest") { text in
            // Replaced in the bytes: as a key of a dictionary it would be compared by this test.
            var sample = SampleMiniApp()
            sample.members["aMember"] = "a"
            let files = sample.packageFiles.map { file in
                var contents = file.contents
                if let place = contents.range(of: Data("aMember".utf8)) {
                    contents.replaceSubrange(place, with: Data(text.utf8))
                }
                return PackageFile(path: file.path, contents: contents)
            }
            _ = try? MiniAppPackage(files: files)
        },
        .init("a script as lines") { lines("app.js", "a = '\($0)';") },
        .init("a long line of a style sheet") { lines("app.css", "a{b:'\($0)'}") },
        .init("a page as lines") { lines("a.html", "<p>\($0)\n\($0)</p>") },
        .init("the difference of two long lines") { difference($0) },
        .init("the scripts of a page") {
            _ = InlineScripts.sources(of: Data("<script>\($0)</script><a href='\($0)'>".utf8))
        },
        .init("an import map") {
            _ = InlineScripts.sources(of: Data("<script type=\"importmap\">{\"\($0)\": {}}</script>".utf8))
        },
        .init("the preloads of a page") { _ = PagePreloads.tags(in: "<script \($0)=\"a\" src=\"\($0)\"></script>") },
        .init("lines for a terminal") { _ = "\($0)\n\($0)".printableLines() },
        .init("a comment without an end") { text in
            _ = MarkupReader.read(Array(String(repeating: "<!--", count: text.utf8.count / 4).utf8))
        },
    ]

    /// The processor time that work takes on this thread, in seconds: other tests run in the same process.
    private static func once(_ work: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let began = now()
        work()
        return now() - began
    }

    /// The best of three: an interruption only adds.
    private static func seconds(_ work: () -> Void) -> Double { (0..<3).map { _ in once(work) }.min() ?? 0 }

    /// The best times for three sizes, each twice the one before, and whether they grow with the size.
    ///
    /// Other load on the machine only increases the times. So the sizes take turns until their best times have the
    /// ratio. For a parser that compares marks, the ratio is four.
    private static func growth(
        of sizes: [Int] = [32_000, 64_000, 128_000], _ parse: (String) -> Void
    ) -> (times: [Double], isLinear: Bool) {
        let texts = sizes.map(marks)
        var times = [Double](repeating: .infinity, count: texts.count)
        for round in 1...25 {
            for (index, text) in texts.enumerated() { times[index] = min(times[index], once { parse(text) }) }
            if round >= 3, isLinear(times) { return (times, true) }
        }
        return (times, false)
    }

    @Test(
        "Doubling a text at most doubles the processor time of its parser", .thorough("cost of hostile text"),
        arguments: fields)
    func linear(_ field: Field) {
        let growth = Self.growth(field.parse)
        #expect(growth.isLinear, "\(field.name): \(growth.times)")
    }

    @Test("A comparison of marks is found", .thorough("cost of hostile text"))
    func quadratic() {
        let growth = Self.growth(of: [4_000, 8_000, 16_000]) { _ = $0 + "\u{301}" == $0 + "\u{323}" }
        #expect(!growth.isLinear, "\(growth.times)")
    }

    /// Whether a text of twice the size takes less than 2.5 times as long.
    private static func isLinear(_ times: [Double]) -> Bool {
        // Below five milliseconds, the clock and the memory say more than the text.
        zip(times, times.dropFirst()).allSatisfy { $1 < 0.005 || $1 / max($0, 0.000_5) < 2.5 }
    }

    @Test("No parser takes long for 20 kB of marks: it would take seconds if it compared them", arguments: fields)
    func short(_ field: Field) {
        let (small, large) = (Self.marks(2_000), Self.marks(20_000))
        let (few, many) = (Self.seconds { field.parse(small) }, Self.seconds { field.parse(large) })
        // Ten times the text: a hundred times the time where marks are sorted.
        #expect(many < 0.02 || many / max(few, 0.000_2) < 40, "\(field.name): \(few) s, \(many) s")
    }

    @Test("There are at least forty places, each with a name of its own")
    func places() {
        #expect(Self.fields.count >= 40 && Set(Self.fields.map(\.name)).count == Self.fields.count)
    }

    @Test(
        "What a check looks at more closely costs a few times as much as other code",
        .thorough("cost of hostile text"),
        arguments: [
            ("eval(", ")"), ("Function(", ")"), ("a}from'/.atoll/atoll.js';\n", ""),
            ("import{a,b}from'/.atoll/atoll.js';\n", ""),
        ])
    func closeLooks(_ opening: String, _ closing: String) {
        func script(_ opening: String) -> String {
            // A call in another at most some hundred deep: scripts are read up to a depth.
            String(
                repeating: String(repeating: opening, count: 500) + String(repeating: closing, count: 500) + ";\n",
                count: 20)
        }
        let plain = Self.seconds {
            Self.review("app.js", script(closing.isEmpty ? "a;b=(c,'/.atoll/other.js');\n" : "fool("))
        }
        let close = Self.seconds { Self.review("app.js", script(opening)) }
        #expect(close / max(plain, 0.000_5) < 8, "\(close) s, \(plain) s")
    }
}
