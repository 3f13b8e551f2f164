import AtollTexts
import Foundation
import Testing

@testable import AtollPages

@Suite("Templates")
struct TemplateTests {
    @Test("A quotation mark followed by a combining accent is escaped, so it can't end an attribute")
    func escaping() throws {
        let hostile = "\"\u{301} onload='x' <\u{308}script>&"
        let safe = "&quot;\u{301} onload=&#39;x&#39; &lt;\u{308}script&gt;&amp;"
        #expect(SafeHTML().escapeText(hostile) == safe)
    }

    private static func templates(_ text: String) throws -> Templates {
        let folder = FileManager.default.temporaryDirectory.appending(path: "templates-\(UUID().uuidString)")
        let inner = folder.appending(path: "Templates")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try text.write(to: inner.appending(path: "page.mustache"), atomically: true, encoding: .utf8)
        return try Templates(in: #require(Bundle(url: folder)))
    }

    private struct Row: Encodable, Sendable {
        let name: String
        var note: String?
        var price: Double?
        var isNew = false
    }

    private enum Kind: String, Encodable { case small, large }

    private struct Body: Encodable, Sendable {
        var title = "<Tea>"
        var count = 3
        var kind = Kind.large
        var rows = [Row(name: "a", note: "b"), Row(name: "c", price: 1.5, isNew: true)]
        var words = ["x", "y"]
        var texts = ["key": "value"]
        var none: [Row] = []
        var first: Row? = Row(name: "z")
        var missing: Row?
        var note = "outer"
    }

    @Test(
        "Members, lists, optionals and numbers have their names, and an optional without a value is looked for further out"
    )
    func values() throws {
        let templates = try Self.templates(
            """
            {{title}}|{{{title}}}|{{count}}|{{kind}}|{{#rows}}{{name}}:{{note}}:{{price}}{{#isNew}}!{{/isNew}},{{/rows}}|\
            {{#words}}{{.}}{{/words}}|{{texts.key}}|{{^none}}none {{title}}{{/none}}|{{#first}}{{name}}{{/first}}|\
            {{#missing}}{{name}}{{/missing}}{{^missing}}-{{/missing}}|{{#title}}{{count}}{{/title}}
            """)
        let expected = "&lt;Tea&gt;|<Tea>|3|large|a:b:,c:outer:1.5!,|xy|value|none &lt;Tea&gt;|z|-|3"
        #expect(templates.render("page", Body()).markup == expected)
    }

    @Test("A dictionary of values of different kinds is shown as a struct is")
    func dictionary() throws {
        let templates = try Self.templates(
            "{{title}}|{{t.key}}|{{#rows}}{{name}}{{#isNew}}!{{/isNew}},{{/rows}}|{{#lines}}{{name}}{{/lines}}|{{#empty}}x{{/empty}}{{more}}"
        )
        let values: [String: any Sendable] = [
            "title": "<Tea>", "t": ["key": "value"], "lines": [Row(name: "a"), Row(name: "b")],
            "rows": [["name": "c", "isNew": true] as [String: any Sendable]], "empty": NSNull(),
        ]
        #expect(templates.render("page", values).markup == "&lt;Tea&gt;|value|c!,|ab|")
    }

    #if DEBUG && !os(iOS)
    @Test("A name that the values do not have stops a debug build, and is named")
    func misspelt() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try Self.templates("{{#rows}}{{name}}{{prise}}{{/rows}}").render("page", Body())
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("A template asks for prise, which its values don't have."))
    }
    #endif
}
