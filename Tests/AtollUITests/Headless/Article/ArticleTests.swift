import AtollCatalog
import AtollTestSupport
import Foundation
import SwiftUI
import Testing

@MainActor
@Suite("From an Xcode project to a super app in an hour")
struct ArticleTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("Every line of code in the article is compiled here")
    func compiled() throws {
        let article = try String(
            contentsOf: Self.tests.deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Sources/AtollUI/AtollUI.docc/Articles/FromAnXcodeProject.md"), encoding: .utf8)
        let source = try String(contentsOf: Self.tests.appending(path: "Shared/HarbourApp.swift"), encoding: .utf8)
        let known = Set(source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
        var isCode = false
        var count = 0
        for line in article.split(separator: "\n") {
            if line.hasPrefix("```") {
                isCode = line == "```swift"
                continue
            }
            let text = line.trimmingCharacters(in: .whitespaces)
            guard isCode, !text.isEmpty else { continue }
            count += 1
            #expect(known.contains(text), "\(text)")
        }
        #expect(count > 80)
    }

    @Test("The app of the article starts, shows its home and its hub, and opens a mini app by a link")
    func runs() async throws {
        let directory = try TemporaryDirectory()
        let trust = try TestTrust(in: directory.url)
        let configuration = CatalogConfiguration(
            center: try #require(URL(string: "http://127.0.0.1:9")), host: TestTrust.host, trustAnchor: trust.anchor)
        let harbour = try Harbour(configuration, in: directory.url.appending(path: "device"))
        let stage = Stage(HarbourView(harbour: harbour))
        try stage.tap("Come in")
        #expect(await stage.until { stage.shows("Show me around") })
        #expect(stage.shows("Lunch is at noon"))
        stage.open(try #require(URL(string: "harbour://compose")))
        #expect(stage.shows("Write something"))
        try stage.dragDown()
        try stage.tapTab("Hub")
        #expect(stage.shows("App Hub"))
        stage.open(try #require(URL(string: "harbour://apps/com.example.lunch")))
        #expect(stage.shows("Loading…"))
        #expect(await stage.until { stage.shows("It can't be opened") }, "there is no Center")
        try stage.tap("Close")
        #expect(stage.shows("App Hub"))
        #expect(stage.problems.isEmpty)
    }
}
