import Atoll
import AtollTestSupport
import Foundation
import SwiftUI
import Testing

@testable import Harbour
@testable import Shop

@MainActor
@Suite("From an Xcode project to a super app in an hour")
struct ArticleTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let root = tests.deletingLastPathComponent().deletingLastPathComponent()

    @Test("Every line of code in the article is compiled here")
    func compiled() throws {
        let article = try String(
            contentsOf: Self.tests.deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Sources/App/AtollUI/AtollUI.docc/Articles/FromAnXcodeProject.md"), encoding: .utf8)
        let source = try String(
            contentsOf: Self.root.appending(path: "Examples/Harbour/HarbourApp.swift"), encoding: .utf8)
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

    @Test("A list, a detail and a link are at most 25 lines, and what the article shows is what is compiled")
    func small() throws {
        let article = try String(
            contentsOf: Self.root.appending(path: "Sources/App/AtollUI/AtollUI.docc/Articles/ListDetailLink.md"),
            encoding: .utf8)
        let samples = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        let shop = try String(contentsOf: Self.root.appending(path: "Examples/Shop/ShopApp.swift"), encoding: .utf8)
        #expect(samples.first == shop)
        #expect(shop.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }.count <= 25)
        let plain = try String(
            contentsOf: Self.tests.appending(path: "Headless/Article/PlainShop.swift"), encoding: .utf8)
        #expect(samples.last?.replacingOccurrences(of: "@main\n", with: "") == plain)
        let stage = Stage(FragmentStackOfShop())
        #expect(stage.shows("#30"))
        stage.open(try #require(URL(string: "shop://products/31")))
        #expect(stage.shows("#31") && !stage.shows("#30"))
        try stage.swipeBack()
        try stage.tap("#7")
        #expect(!stage.shows("#30") && stage.problems.isEmpty)
    }

    @Test("The app in the article about SwiftUI's navigation is compiled exactly as printed, and works")
    func fromSwiftUI() throws {
        let article = try String(
            contentsOf: Self.root.appending(path: "Sources/App/AtollUI/AtollUI.docc/Articles/FromSwiftUINavigation.md"),
            encoding: .utf8)
        let samples = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "```")[0].replacingOccurrences(of: "@main\n", with: "")
        }
        for (file, samples) in [("NewsApp", samples.prefix(2)), ("BankApp", samples.dropFirst(2))] {
            let source = try String(
                contentsOf: Self.tests.appending(path: "Headless/Article/\(file).swift"), encoding: .utf8)
            #expect(source == "import Atoll\nimport SwiftUI\n\n" + samples.joined(separator: "\n"))
        }

        let root = NavigationRoot(graph)
        let stage = Stage(NewsView(root: root))
        try stage.tap("Article 3")
        try stage.tap("The next one after 3")
        try stage.tapTab("saved")
        try stage.tap("Article 3")
        try stage.tapTab("news")
        #expect(stage.shows("The next one after 4"))
        try stage.swipeBack()
        #expect(stage.shows("The next one after 3"))
        stage.open(try #require(URL(string: "news://articles/7")))
        #expect(stage.shows("The next one after 7"))
        try stage.swipeBack()
        try stage.tap("Write")
        try stage.dragDown()
        #expect(stage.shows("Article 3") && stage.problems.isEmpty && root.containerFaults.isEmpty)
    }

    @Test("The bank in that article: a gate, a sheet with a stack, a form that delays links, and restoration")
    func bankOfTheArticle() throws {
        let root = NavigationRoot(bank)
        let stage = Stage(BankView(root: root))
        let link = try #require(URL(string: "bank://accounts/ES22/payments/3"))
        stage.open(link)
        #expect(stage.shows("Sign in"))
        try stage.tap("Sign in")
        #expect(stage.shows("Payment 3 of ES22"), "the link waited at the gate")
        root.navigator.set(.hasSession, false)
        #expect(stage.shows("Sign in"))
        try stage.tap("Sign in")
        #expect(stage.shows("ES11"))
        try stage.tap("Pay")
        try stage.tap("Ana")
        #expect(stage.layers.map(\.style) == [.sheet])
        try stage.type("100", into: "How much for Ana?")
        stage.open(link)
        #expect(stage.layers.count == 1, "the link waits")
        try stage.tap("Done")
        #expect(stage.layers.isEmpty && stage.shows("Payment 3 of ES22"))
        try stage.swipeBack()
        try stage.swipeBack()
        try stage.tap("Pay")
        try stage.tap("Ana")
        try stage.swipeBack()
        #expect(stage.shows("Ana") && stage.layers.count == 1, "back within the sheet")
        try stage.tap("Ana")
        try stage.dragDown()
        #expect(stage.layers.isEmpty && stage.shows("ES11"))
        try stage.tap("ES11")
        try stage.tap("Payment 7 of ES11")
        #expect(root.containerFaults.isEmpty && stage.problems.isEmpty)

        // The scene comes back, and waits for the sign-in.
        let again = NavigationRoot(bank)
        let second = Stage(BankView(root: again), keeping: stage.sceneStorage)
        try second.tap("Sign in")
        #expect(second.shows("Payment 7 of ES11"))
    }

    /// The contents of the app's window.
    private struct FragmentStackOfShop: View {
        let app = ShopApp()

        var body: some View { app.body.content() }
    }

    @Test("The app in the article starts, shows its home and its hub, and opens a mini app from a link")
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
        #expect(await stage.until { stage.shows("The mini app can't be opened") }, "there is no Center")
        try stage.tap("Close")
        #expect(stage.shows("App Hub"))
        #expect(stage.problems.isEmpty)
    }
}
