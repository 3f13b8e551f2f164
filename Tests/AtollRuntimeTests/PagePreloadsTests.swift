import Foundation
import Testing

@testable import AtollRuntime

@Suite("What a page will load")
struct PagePreloadsTests {
    private static func links(_ files: [String: String], language: String? = nil) throws -> [String] {
        try PagePreloads(has: { files[$0] != nil }, read: { files[$0].map { Data($0.utf8) } })
            .links(of: "pages/home.html", language: language)
    }

    @Test("is known from its document and what its scripts import, however deep")
    func graph() throws {
        let links = try Self.links(
            [
                "pages/home.html": """
                <!doctype html><LINK rel="stylesheet" href="/app.css"><link rel='icon' href='/icon.svg'>
                <link rel="alternate stylesheet" href="home.css?v=1"><!-- asked for with its query, which no link has -->
                <script src="classic.js"></script><script type="module" src='./home.js'></script>
                <script>inline()</script><script src="https://elsewhere.test/x.js"></script><script src="/missing.js"></script>
                """,
                "app.css": "", "pages/home.css": "", "pages/classic.js": "", "icon.svg": "",
                "pages/home.js": """
                import { start } from "/.atoll/atoll.js";
                import {
                  a,
                } from '../common/a.js';
                import "bare"; export { b } from "../../outside.js"; await import("/later.js"); start();
                """,
                "common/a.js": "import '/common/b.js'", "common/b.js": "import './a.js'", ".atoll/atoll.js": "start(",
                "later.js": "",
            ], language: "de")
        #expect(
            links == [
                "</app.css>; rel=preload; as=style",
                "</pages/classic.js>; rel=preload; as=script", "</pages/home.js>; rel=modulepreload",
                "</.atoll/atoll.js>; rel=modulepreload", "</common/a.js>; rel=modulepreload",
                "</common/b.js>; rel=modulepreload", "</i18n/de.json>; rel=preload; as=fetch; crossorigin",
            ])
    }

    @Test("has no more than what stands before 20,000 quotation marks, which end the reading")
    func marks() throws {
        let many = String(repeating: "'", count: 20_000)
        func links(_ script: String) throws -> [String] {
            try Self.links([
                "pages/home.html": "<script type=\"module\" src=\"/a.js\"></script>", "a.js": script, "b.js": "",
            ])
        }
        #expect(try links("import '/b.js'; //\(many)").contains("</b.js>; rel=modulepreload"))
        #expect(try links("/*\(many)*/ import '/b.js'") == ["</a.js>; rel=modulepreload"])
    }

    @Test(
        "has what a module fetches while it starts, seen from the page, and not what a function or a condition may fetch"
    )
    func fetches() throws {
        let links = try Self.links([
            "pages/home.html": "<script type=\"module\" src=\"/a.js\"></script>",
            "a.js": """
            import { b } from "/common/b.js";
            const people = await (await fetch("/common/people.json")).json(), more = await fetch('./more.json');
            await fetch("/common/people.json"); prefetch("/later.json"); await fetch(`/common/other.json`);
            function later() { return fetch("/later.json"); }
            if (people.length) { await fetch("/later.json"); }
            const later = () => fetch("/later.json"); people.length && fetch("/later.json"); const promise = fetch("/later.json");
            await fetch("https://elsewhere.test/x.json"); await fetch("/missing.json"); await fetch("/common/b.js");
            """,
            "common/b.js": "export const b = await fetch(\"/b.json\");",
            "common/people.json": "", "common/more.json": "", "more.json": "", "pages/more.json": "", "later.json": "",
            "b.json": "",
            "common/other.json": "",
        ])
        #expect(
            links == [
                "</a.js>; rel=modulepreload", "</common/b.js>; rel=modulepreload",
                "</common/people.json>; rel=preload; as=fetch; crossorigin",
                "</pages/more.json>; rel=preload; as=fetch; crossorigin",
                "</b.json>; rel=preload; as=fetch; crossorigin",
            ])
    }

    @Test("has texts only if a script asks for them")
    func texts() throws {
        let files = ["pages/home.html": "<script type=\"module\" src=\"/a.js\"></script>", "a.js": "export {}"]
        #expect(try Self.links(files, language: "en") == ["</a.js>; rel=modulepreload"])
    }

    @Test("is never more than a few links, from files that are not too long, whose names can't end a header")
    func limits() throws {
        var files = [
            "pages/home.html": (0..<100).map { "<script type=\"module\" src=\"/m\($0).js\"></script>" }.joined()
        ]
        for number in 0..<100 { files["m\(number).js"] = "" }
        #expect(try Self.links(files).count == 32)
        let long = "<script src=\"/a.js\"></script>" + String(repeating: " ", count: 300_000)
        #expect(try Self.links(["pages/home.html": long, "a.js": ""]).isEmpty)
        let odd = "a\r\nSet-Cookie: x>;.js"
        let links = try Self.links([
            "pages/home.html": "<script src=\"/a%0D%0ASet-Cookie:%20x%3E;.js\"></script>", odd: "",
        ])
        #expect(links == ["</a%0D%0ASet-Cookie%3A%20x%3E%3B.js>; rel=preload; as=script"])
        #expect(try Self.links([:]).isEmpty)
    }

    @Test("is found in a moment, however a text is made to keep the scanner busy")
    func hostile() throws {
        for piece in [
            "<link ", "<script src=\"", "<link rel=stylesheet href", "a=", "=", "import \"", "from'", "\"'",
            "import   ", "fetch(", "fetch(\"", "{", "}'",
        ] {
            let text = String(repeating: piece, count: 250_000 / piece.utf8.count)
            let start = ContinuousClock.now
            for files in [
                ["pages/home.html": text],
                ["pages/home.html": "<script type=\"module\" src=\"/a.js\"></script>", "a.js": text],
            ] {
                _ = try Self.links(files)
            }
            // Linear: a second is a thousand times what it takes; before, it took minutes.
            #expect(ContinuousClock.now - start < .seconds(20), "\(piece)")
        }
    }

    @Test(
        "An address is a path in the package, or nothing",
        arguments: [
            ("/a.js", "a.js"), ("a.js", "pages/a.js"), ("./a.js#x", "pages/a.js"), ("../a.js?x", nil),
            ("../../../a.js", "a.js"), ("//host/a.js", nil), ("https://host/a.js", nil), ("data:,x", nil), ("", nil),
            ("#x", nil), ("%zz", nil), ("a%20b.js", "pages/a b.js"),
        ])
    func paths(_ address: String, _ path: String?) {
        #expect(PagePreloads.path(address, from: "pages/home.html") == path)
    }
}
