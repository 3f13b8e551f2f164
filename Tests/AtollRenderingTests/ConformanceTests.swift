import AtollChromium
import AtollPackages
import AtollRuntime
import AtollTestSupport
import Foundation
import Testing

@testable import AtollRendering

/// The script that every host runs (Tests/Bridge), in the renderer. The page is ready when it has found nothing.
@Suite("What stands in for a host in pictures")
struct ConformanceTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Bridge/app")

    private static func findings(_ change: (inout [String: Data]) -> Void = { _ in }) async throws -> [String] {
        var files = ["parameters.js": BridgeDescription.checks]
        for path in [
            "manifest.json", "icon.svg", "app.css", "app.js", "faults.js", "conformance.json", "pages/home.html",
        ] { files[path] = try Data(contentsOf: folder.appending(path: path)) }
        change(&files)
        let package = try MiniAppPackage(files: files.map { PackageFile(path: $0.key, contents: $0.value) })
        let executable = try #require(BrowserOptions.find(), "Chromium is needed: apt-get install chromium")
        var options = BrowserOptions.untrusted(executable)
        options.niceness = 0
        options.timeLimit = .seconds(300)
        let rendered = try await ChromiumRenderer(options, patience: .seconds(60)).render(package)
        return rendered.findings.map { "\($0.code): \($0.text)" }
    }

    @Test("It answers what bridge.json says, and refuses what is malformed")
    func conforms() async throws {
        #expect(try await Self.findings() == [])
    }

    @Test("A host that answers otherwise is found", .thorough("another browser"))
    func finds() async throws {
        let found = try await Self.findings { files in
            let script = String(decoding: files["conformance.json"] ?? Data(), as: UTF8.self)
            let changed = script.replacing("\"result\": {\"b\": \"2\"}", with: "\"result\": {\"b\": \"3\"}")
            #expect(changed != script)
            files["conformance.json"] = Data(changed.utf8)
        }
        #expect(found.count == 1)
        #expect(found.first?.contains("storage.getAll({\"prefix\":\"b\"}) is {\"b\":\"2\"}") == true, "\(found)")
    }
}
