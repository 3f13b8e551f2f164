import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollRuntime

/// Web apps that were written for other hosts: which file answers what, the layer in their pages, and what they may
/// run.
@Suite("Serving web apps of other hosts")
struct WebAppServingTests {
    private func package(
        _ files: [String: String], kind: String = "web", more: [String: Any] = [:]
    ) throws -> MiniAppPackage {
        var sample = SampleMiniApp()
        sample.members["atoll_compat"] = ["kind": kind].merging(more) { $1 }
        for (path, text) in files { sample.files["web/" + path] = text }
        return try MiniAppPackage(files: sample.packageFiles)
    }

    private func text(_ server: ResourceServer, _ path: String) throws -> String? {
        try server.resource(at: path).map { String(decoding: $0.contents, as: UTF8.self) }
    }

    private static let layer = "<script src=\"/.atoll/compat/web.js\"></script>"

    @Test(
        "The layer is the first script of a page, wherever the page begins",
        arguments: [
            ("<!doctype html><html><head><title>A</title>", "<!doctype html><html><head>", "<title>A</title>"),
            (
                "<!DOCTYPE html>\n<HTML lang=en><HEAD data-a='>'>\n<script>1</script>",
                "<!DOCTYPE html>\n<HTML lang=en><HEAD data-a='>'>", "\n<script>1</script>"
            ),
            ("<!doctype html><script>1</script>", "<!doctype html>", "<script>1</script>"),
            ("<html><body>x", "<html>", "<body>x"),
            ("<!-- <head> --><head><p>", "<!-- <head> --><head>", "<p>"),
            ("<header>x</header>", "", "<header>x</header>"),
            ("only text", "", "only text"),
            ("", "", ""),
        ])
    func first(page: String, before: String, after: String) throws {
        let server = ResourceServer(try package(["index.html": page]))
        #expect(try text(server, "/") == before + Self.layer + after)
        #expect(try server.resource(at: "/")?.isPage == true)
    }

    @Test("A path is answered with the web app's file, and a route with its first page")
    func paths() throws {
        let server = ResourceServer(
            try package(["index.html": "<p>first", "about/index.html": "<p>about", "js/app.js": "1", "app.css": "web"]))
        #expect(try text(server, "/index.html")?.hasSuffix("<p>first") == true)
        #expect(try text(server, "/about/")?.hasSuffix("<p>about") == true)
        #expect(try text(server, "/js/app.js") == "1")
        #expect(try text(server, "/app.css") == "web", "the web app's own comes first")
        #expect(try text(server, "/list/7")?.hasSuffix("<p>first") == true)
        #expect(try text(server, "/pages/home")?.hasSuffix("<p>first") == true)
        #expect(try text(server, "/about") == nil && server.folder(at: "/about") == "/about/")
        for path in ["/", "/about/", "/js", "/list", "/js/app.js", "/about/index.html", "//about", "/../about", "/%zz"]
        {
            #expect(server.folder(at: path) == nil, "\(path)")
        }
        #expect(try text(server, "/js/none.js") == nil)
        #expect(try text(server, "/i18n/en.json") == "{}\n", "the package has it besides")
        #expect(try text(server, "/.atoll/compat/web.js")?.contains("AtollCompat") == true)
        #expect(try text(server, "/.atoll/compat/none.js") == nil)
        #expect(try text(server, "/.atoll/compat/../worker.js") == nil)
    }

    @Test("Without a fallback, a path that has no file has no answer")
    func withoutFallback() throws {
        let server = ResourceServer(try package(["index.html": "<p>first"], more: ["fallback": false]))
        #expect(try text(server, "/list/7") == nil)
        #expect(try text(server, "/")?.hasSuffix("<p>first") == true)
    }

    @Test("What a messenger would put beside a page for webxdc is there, and the package's own is not served")
    func webxdc() throws {
        let server = ResourceServer(try package(["index.html": "<p>", "webxdc.js": "alert(1)"], kind: "webxdc"))
        #expect(try text(server, "/webxdc.js") == "// The host has put window.webxdc into place.\n")
        #expect(try text(server, "/.atoll/compat/webxdc.js")?.contains("sendUpdate") == true)
    }

    @Test("The index names the same bytes that are served")
    func index() throws {
        let server = ResourceServer(
            try package(
                ["index.html": "<head><script src='a.js'></script>", "a.js": "1", "b/c.html": "<p>"], kind: "webxdc"))
        let files = try server.index()
        #expect(
            Set(files.map(\.path)).isSuperset(of: [
                "", "index.html", "a.js", "b/c.html", "webxdc.js", ".atoll/atoll.js", ".atoll/compat/webxdc.js",
            ]))
        for file in files {
            let resource = try #require(try server.resource(at: "/" + file.path), "\(file.path)")
            #expect(resource.digest == file.digest && resource.contents.count == file.length, "\(file.path)")
            #expect(resource.mediaType == file.mediaType)
        }
        let preloads = try server.preloads(of: "/", language: nil)
        #expect(preloads.contains("</.atoll/compat/webxdc.js>; rel=preload; as=script"))
        #expect(preloads.contains("</a.js>; rel=preload; as=script"))
    }

    @Test("The scripts in a page's text have the digests that browsers compute")
    func digests() throws {
        // Of the specification's own example: CSP Level 3, section 8.3, in another encoding of its digest.
        #expect(
            InlineScripts.source(of: "alert('Hello, world.');")
                == "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='")
        #expect(InlineScripts.source(of: "a\r\nb\rc") == InlineScripts.source(of: "a\nb\nc"))
        let page = """
            <script>one()</script><SCRIPT type="module">two()</SCRIPT><script type="text/template">no</script>
            <script src="a.js">no</script><p onclick="three(&quot;x&quot;)" onx="no" data-on="no">
            <script type="importmap">{"imports":{}}</script><!-- <script>no</script> --><p onload="">
            """
        #expect(InlineScripts.sources(of: Data("<script type=importmap>alert(1)</script>".utf8)).isEmpty, "no map")
        // As browsers read them: a comment may end immediately, and CDATA is one.
        for page in [
            "<!--><script>a()</script>", "<!-- x --!><script>a()</script>", "<![CDATA[ > <script>a()</script> ]]>",
        ] {
            #expect(InlineScripts.sources(of: Data(page.utf8)) == [InlineScripts.source(of: "a()")], "\(page)")
        }
        #expect(
            Set(InlineScripts.sources(of: Data(page.utf8)))
                == Set(["one()", "two()", "three(\"x\")", "{\"imports\":{}}"].map(InlineScripts.source)))
    }

    @Test("There is an end to the digests, and to what is read for them")
    func limits() throws {
        let many = (0..<1_500).map { "<script>f(\($0))</script>" }.joined()
        let server = ResourceServer(try package(["index.html": many]))
        #expect(try server.inlineScripts().count == InlineScripts.maximum)
        #expect(InlineScripts.sources(of: Data(repeating: 0x3c, count: 5_000_000)).isEmpty)
    }

    @Test("The policy lets run what stands in the pages, and nothing that is put there later")
    func policy() throws {
        let package = try package(["index.html": "<script>one()</script>"])
        let webApp = try WebAppPolicy(package.manifest.compatibility, ResourceServer(package))
        let header = ContentSecurityPolicy(host: "'none'", worker: "https://a.test/w.js", webApp: webApp).header
        #expect(
            header.contains(
                "script-src 'self' 'unsafe-hashes' \(InlineScripts.source(of: "one()")) 'wasm-unsafe-eval';"))
        #expect(header.contains("worker-src 'self';"), "none from blobs, which may be shared ones")
        #expect(header.contains("connect-src 'self' data: blob:;"))
        #expect(!header.contains("'unsafe-eval'"))
        #expect(header.contains("style-src 'self' 'unsafe-inline';"), "the only 'unsafe-inline'")
        #expect(header.components(separatedBy: "'unsafe-inline'").count == 2)
        let evaluating = try self.package(["index.html": ""], more: ["eval": true])
        let other = try WebAppPolicy(evaluating.manifest.compatibility, ResourceServer(evaluating))
        #expect(
            ContentSecurityPolicy(host: "'none'", webApp: other).header.contains(
                "script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval';"))
        // A mini app that was written for this host gets nothing of it.
        let own = try MiniAppPackage(files: SampleMiniApp().packageFiles)
        #expect(try WebAppPolicy(own.manifest.compatibility, ResourceServer(own)) == nil)
        #expect(ContentSecurityPolicy(host: "'none'").header.contains("script-src 'self'; "))
    }

    @Test(
        "A manifest that names no kind, another one, a path or no document is refused",
        arguments: [
            ["kind": "cordova"], [:], ["kind": "web", "root": "../x"], ["kind": "web", "root": "a/b"],
            ["kind": "web", "root": ""],
            ["kind": "web", "root": "none"], ["kind": "web", "root": "pages"], ["kind": 1],
            ["kind": "web", "eval": "yes"],
        ] as [[String: any Sendable]])
    func refused(member: [String: any Sendable]) {
        var sample = SampleMiniApp()
        sample.members["atoll_compat"] = member
        sample.files["web/index.html"] = ""
        #expect(throws: PackageRefusal.self) { try MiniAppPackage(files: sample.packageFiles) }
    }

    @Test("A window's name has who the user is and what was stored, up to an end")
    func names() throws {
        let manifest = try package(["index.html": ""]).manifest
        var stored = ["localStorage/a": "\"1\"", "other": "\"2\""]
        stored["localStorage/big"] = "\"" + String(repeating: "x", count: LaunchValues.maximumStorage) + "\""
        let values = LaunchValues(
            manifest, user: .init(id: "someone", name: nil), language: "de", stored: stored,
            context: ["team": .string("</script>")])
        let name = try #require(
            try JSONSerialization.jsonObject(with: Data(values.windowName.utf8)) as? [String: Any])
        #expect(name["atoll"] as? String == "compat")
        #expect(name["storage"] as? [String: String] == ["a": "\"1\""])
        #expect((name["user"] as? [String: String]) == ["id": "someone"])
        #expect((name["context"] as? [String: String]) == ["team": "</script>"])
    }
}
