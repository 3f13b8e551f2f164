import AtollPackages
import Testing

@testable import AtollReview

@Suite("Libraries with known faults, and features that hosts block")
struct LibraryCheckTests {
    private func libraries(_ findings: [Finding]) -> [Finding] { findings.filter { $0.code == "script-library" } }

    @Test(
        "The check finds a library by the version in its banner",
        arguments: [
            ("/*! jQuery v3.4.1 | (c) JS Foundation */", "jQuery 3.4.1"),
            ("/*!\n * jQuery JavaScript Library v1.12.4\n */", "jQuery 1.12.4"),
            ("/*!\n  * Bootstrap v3.3.7 (https://getbootstrap.com)\n  */", "Bootstrap 3.3.7"),
            ("/**!\n\n @license\n handlebars v4.0.11\n*/", "Handlebars 4.0.11"),
            ("/*! @license DOMPurify 2.0.8 | (c) Cure53 */", "DOMPurify 2.0.8"),
            ("//! moment.js\n//! version : 2.9.0", "Moment.js 2.9.0"),
            ("//     Underscore.js 1.9.1\n", "Underscore.js 1.9.1"),
        ])
    func banners(banner: String, name: String) throws {
        let found = libraries(try Packages.findings(script: banner + "\nlet a = 1;"))
        #expect(found.map(\.severity) == [.warn])
        #expect(found.first?.text.contains(name + ".") == true)
    }

    @Test(
        "A later version and text that only resembles a banner are fine",
        arguments: [
            "/*! jQuery v3.5.0 | (c) OpenJS Foundation */", "/*! jQuery v3.10.0 */", "/*! Bootstrap v5.3.3 */",
            "// needs jQuery 1.0", "/*! handlebars v4.7.8 */", "/*! DOMPurify 3.2.4 */", "//! version : 2.30.1",
            "// Underscore.js is not used", "/*! jQuery vX */",
        ])
    func others(banner: String) throws {
        #expect(libraries(try Packages.findings(script: banner + "\nlet a = 1;")).isEmpty)
    }

    @Test("The check finds a library by its digest")
    func digests() throws {
        let package = try Packages.package(["lib/one.js": "let a = 1;", "lib/two.js": "let a = 2;"])
        let subject = ReviewSubject(package: package, context: ReviewContext())
        let one = try #require(package.fileList.files.first { $0.path == "lib/one.js" })
        let library = KnownLibrary(
            sha256: one.sha256, name: "Example", version: "1.0", severity: .block, reason: "It is made for this test.")
        var list = FindingList()
        LibraryCheck(known: [one.sha256: library]).finish(subject, &list)
        #expect(list.findings.map(\.path) == ["lib/one.js"] && list.findings.map(\.severity) == [.block])
        #expect(list.findings.first?.text == "The file is Example 1.0. It is made for this test.")
        var none = FindingList()
        LibraryCheck().finish(subject, &none)
        #expect(none.findings.isEmpty)
    }

    private func stops(_ findings: [Finding]) -> [Finding] { findings.filter { $0.code == "host-stops" } }

    @Test(
        "The check finds features that hosts block in scripts",
        arguments: [
            "new Worker('/a.js')", "new SharedWorker(a)", "navigator.serviceWorker.register('/a.js')",
            "WebAssembly.compile(a)", "WebAssembly.instantiateStreaming(fetch('/a.wasm'))", "new WebAssembly.Module(a)",
        ])
    func stopped(script: String) throws {
        #expect(stops(try Packages.findings(script: script)).map(\.severity) == [.warn])
    }

    @Test("Web apps of other hosts may have workers, WebAssembly and a base, but no service workers and no shared ones")
    func webApps() throws {
        let manifest = Packages.manifest(more: ", \"atoll_compat\": {\"kind\": \"web\"}")
        func found(_ text: String, in name: String) throws -> [Finding] {
            let page = "<!DOCTYPE html><html lang=\"en\"><title>A</title><script src=\"app.js\"></script>"
            var files = ["web/index.html": page, "web/app.js": ""]
            files["web/\(name)"] = text
            return stops(try PackageReview().findings(in: Packages.package(files, manifest: manifest)))
        }
        for script in ["new Worker('a.js')", "WebAssembly.compile(a)"] {
            #expect(try found(script, in: "app.js").isEmpty, "\(script)")
        }
        #expect(try found("<!DOCTYPE html><html lang=\"en\"><base href=\"/\"><title>A</title>", in: "b.html").isEmpty)
        for script in ["navigator.serviceWorker.register('a.js')", "new SharedWorker(a)"] {
            #expect(try found(script, in: "app.js").map(\.severity) == [.warn], "\(script)")
        }
    }

    @Test(
        "Similar scripts are fine",
        arguments: [
            "let Worker = 1", "new Workers()", "form.register(a)", "WebAssembly.validate(a)", "'new Worker(a)'",
            "// new SharedWorker(a)", "serviceWorker(a)",
        ])
    func running(script: String) throws {
        #expect(stops(try Packages.findings(script: script)).isEmpty)
    }

    @Test(
        "The check finds elements that hosts block in pages",
        arguments: [
            #"<base href="/x/">"#, #"<iframe src="/pages/b.html"></iframe>"#, #"<object data="/a.svg"></object>"#,
            #"<embed src="/a.svg">"#, #"<meta http-equiv="Refresh" content="1">"#,
        ])
    func stopped(page: String) throws {
        #expect(stops(try Packages.findings(page: page)).map(\.severity) == [.warn])
    }

    @Test(
        "Similar elements are fine, and another check reports URLs of other sites",
        arguments: [
            #"<base target="_self">"#, #"<meta name="refresh" content="1">"#, "<p>iframe</p>",
            #"<!-- <iframe src="/a.html"></iframe> -->"#, #"<img src="/a.svg" alt="">"#,
            #"<iframe src="https://example.com/"></iframe>"#,
        ])
    func running(page: String) throws {
        #expect(stops(try Packages.findings(page: page)).isEmpty)
    }
}
