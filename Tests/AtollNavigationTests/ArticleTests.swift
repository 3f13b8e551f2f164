import AtollNavigation
import Foundation
import Testing

/// The samples of the articles, compiled and run.
@MainActor
@Suite("The articles' samples")
struct ArticleTests {
    enum Screen: Fragment {
        case splash, login, dashboard, news, library, compose
        case book(Int)
    }

    private func graph() -> NavigationGraph<Screen> {
        let graph = NavigationGraph {
            Pass(Screen.splash => [.login, .dashboard])
            Pass(.login => .dashboard)
            Pick(.dashboard => .news).auto()
            Pick(.dashboard => .library)
            Pass(.library => .book(.any)).dismissable()
            Pass(.book(.any) => .book(.any)).dismissable()
            Hold(.dashboard => .compose).dismissable().tag("compose")
        }
        return graph
    }

    @Test("Five minutes")
    func fiveMinutes() throws {
        var state = NavigationState(graph())
        try state.present(.dashboard)
        try state.present(tag: "compose")
        #expect(state.isPresented(.news))
        try state.dismiss()
        try state.go(to: .library)
        #expect(state.presentedPlaces == [.dashboard, .library])
        try state.go(to: .book(30))
        try state.present(.book(31))
        #expect(
            state.isPresented(.book(31))
        )
        #expect(
            state.isAnyPresented(.book(.any))
        )
        #expect(
            state.presented(Screen.book)
                == [31])
        try state.dismissAny(.book(.any))
        #expect(state.isPresented(.book(30)))
    }

    @Test("Conditions")
    func conditions() throws {
        let graph = NavigationGraph(entry: Screen.splash) {
            Pass(.splash => .dashboard).when(.signedIn, otherwise: .login).auto()
            Pass(.splash => .login)
            Pass(.login => .dashboard).when(.signedIn)
        }
        var state = NavigationState(graph)
        #expect(state.isPresented(.login))
        #expect(state.wanted == .dashboard)
        state.set(.signedIn, true)
        #expect(state.isPresented(.dashboard))
        state.set(.signedIn, false)
        #expect(state.isPresented(.login))
    }

    enum Shop: Fragment { case list, product(Int) }
    enum App: Fragment { case splash, shop(Shop), profile(String) }

    @Test("Isolated features")
    func features() throws {
        let shop = Embedding(App.shop)
        let feature = NavigationGraph { Hold(Shop.list => .product(.any)).dismissable() }
        let app = NavigationGraph(entry: App.splash) {
            Pass(App.splash => .shop(.list))
            Hold(.shop(.list) => .profile(.any)).dismissable().tag("profile", App.profile)
            feature.mounted(shop)
        }
        let navigator = Navigator(app)
        let scoped = navigator.scoped(shop)
        navigator.present(.shop(.list))
        scoped.present(.product(30))
        #expect(scoped.presented(Shop.product) == [30])
        scoped.present(tag: "profile", id: "ada")
        #expect(navigator.isPresented(.profile("ada")))
    }

    @Test("Analytics")
    func analytics() async throws {
        let graph = graph()
        let navigator = Navigator(graph)
        var recorder = NavigationRecorder(graph, keepsIDs: false)
        let start = ContinuousClock.now
        let changes = navigator.changes()
        navigator.present(.login)
        navigator.present(.dashboard)
        for await change in changes {
            recorder.record(change, at: start.duration(to: .now))
            if recorder.events.count == 2 { break }
        }
        #expect(recorder.stepCounts.count == 2)
        #expect(recorder.time(on: .compose) == .zero)
        #expect(recorder.funnel(from: .login, to: .news).rate == 1)
        #expect(recorder.frequentPaths(length: 3).first?.fragments == [.splash, .login, .news])
        #expect(recorder.detours().isEmpty)
    }

    /// The samples of an article, line by line, without trailing comments.
    private static func samples(of article: URL) throws -> [String] {
        var isCode = false
        return try String(contentsOf: article, encoding: .utf8).split(separator: "\n").compactMap { line in
            if line.hasPrefix("```") {
                isCode = line == "```swift"
                return nil
            }
            let code = line.split(separator: "   //", maxSplits: 1)[0].trimmingCharacters(in: .whitespaces)
            return isCode && !code.isEmpty && !code.hasPrefix("//") ? code : nil
        }
    }

    @Test("Each line of each sample appears in a test, and so is compiled")
    func complete() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
        let tests = try [URL(filePath: #filePath), root.appending(path: "Support.swift")].map {
            try String(contentsOf: $0, encoding: .utf8)
        }.joined()
        let articles = root.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/App/AtollNavigation/AtollNavigation.docc/Articles")
        let files = try FileManager.default.contentsOfDirectory(at: articles, includingPropertiesForKeys: nil)
        #expect(files.count >= 5)
        for file in files {
            let missing = try Self.samples(of: file).filter { !tests.contains($0) }
            #expect(missing == [], "\(file.lastPathComponent)")
        }
    }
}
