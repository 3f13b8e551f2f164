import AtollLinks
import AtollNavigation
import SwiftUI
import Testing

@testable import AtollUI

@MainActor
@Suite("Links and scenes")
struct LinkAndSceneTests {
    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test("A deep link opens its destination immediately")
    func deepLink() throws {
        let root = Reef.root()
        let navigator = root.navigator
        let stage = Stage(ReefView(root))
        stage.open(try url("dla://Products?id=30"))
        #expect(navigator.presentedPlaces.contains(.product(30)))
        #expect(stage.shows("page product#30"))
    }

    @Test("A link that is opened while a sheet is presented shows its destination and dismisses the sheet")
    func underSheet() throws {
        let root = Reef.root()
        let navigator = root.navigator
        let stage = Stage(ReefView(root))
        navigator.present(.compose)
        #expect(stage.layers.count == 1)
        stage.open(try url("dla://news/3"))
        #expect(stage.layers.isEmpty)
        #expect(stage.shows("page article#3"))
    }

    @Test("If a sheet covers the view, the sheet shows the alert")
    func saidOnTop() throws {
        let root = Reef.root()
        let navigator = root.navigator
        let stage = Stage(ReefView(root))
        navigator.present(.compose)
        stage.open(try url("dla://nothing"))
        #expect(stage.layers.map(\.style) == [.sheet, .alert])
        try stage.tap("OK")
        navigator.dismiss(.author)
        #expect(stage.layers.map(\.style) == [.sheet, .alert])
        #expect(stage.shows("author can't be dismissed, because it is not presented."))
        try stage.tap("OK")
        #expect(stage.layers.map(\.style) == [.sheet])
        #expect(stage.problems == [])
        for _ in 0..<60 { navigator.dismiss(.author) }
        #expect(stage.layers.last?.style == .alert)
        try stage.tap("OK")
        navigator.dismiss(.author)
        #expect(stage.layers.last?.style == .alert, "however many errors there were")
    }

    @Test("A scene that needs sign-in is restored after it")
    func restoredAfterSignIn() throws {
        let root = Reef.root()
        let first = Stage(ReefView(root))
        try first.tap("Read 7")
        _ = first.root
        let again = Reef.root([])
        let second = Stage(ReefView(again), keeping: first.sceneStorage)
        #expect(second.layers.isEmpty, "nothing is missing: the path waits")
        try second.tap("Sign in")
        #expect(second.shows("page article#7"))
        // A user who has navigated elsewhere in the meantime stays there.
        let other = Reef.root([])
        let third = Stage(ReefView(other), keeping: first.sceneStorage)
        third.open(try url("dla://Products?id=2"))
        try third.tap("Sign in")
        #expect(third.shows("page product#2"))
    }

    @Test("A universal link works like a link with the app's scheme")
    func universal() throws {
        let root = Reef.root()
        let stage = Stage(ReefView(root))
        let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
        activity.webpageURL = try url("https://reef.example/news/4")
        stage.continue(activity)
        #expect(stage.shows("page article#4"))
    }

    @Test("A link that needs sign-in is opened after it")
    func pending() throws {
        let root = Reef.root([])
        let navigator = root.navigator
        let view = ReefView(root)
        let stage = Stage(view)
        stage.open(try url("dla://Products?id=2"))
        #expect(navigator.isPresented(.signIn))
        #expect(view.opener.isWaiting)
        try stage.tap("Sign in")
        #expect(stage.shows("page product#2"))
        #expect(!view.opener.isWaiting)
    }

    @Test(
        "A link that can't be opened shows an alert, and changes nothing",
        arguments: ["dla://nothing", "dla://Products?id=abc", "dla://../x", "https://elsewhere.example/news"])
    func bad(_ address: String) throws {
        let root = Reef.root()
        let navigator = root.navigator
        let stage = Stage(ReefView(root))
        let before = navigator.path
        stage.open(try url(address))
        #expect(stage.layers.last?.style == .alert)
        #expect(stage.shows("The link can't be opened"))
        #expect(navigator.path == before)
        try stage.tap("OK")
        #expect(stage.layers.isEmpty)
    }

    @Test("A scene is restored with its stacks and layers")
    func restored() throws {
        let root = Reef.root()
        let navigator = root.navigator
        let first = Stage(ReefView(root))
        try first.tap("Read 7")
        navigator.present(.compose)
        _ = first.root
        let again = Reef.root()
        let second = Stage(ReefView(again), keeping: first.sceneStorage)
        #expect(again.navigator.path == navigator.path)
        #expect(second.layers.map(\.style) == [.sheet])
        try second.dragDown()
        #expect(second.shows("page article#7"))
    }

    @Test("The known steps of a path from an older version are restored, and the user is notified")
    func olderPath() throws {
        let kept = PresentedPath<Reef>([
            PathEdge(.splash => .dashboard), PathEdge(.dashboard => .news), PathEdge(.news => .settings),
        ])
        let root = Reef.root()
        let stage = Stage(ReefView(root), keeping: ["atoll.path": try JSONEncoder().encode(kept)])
        #expect(stage.shows("Not everything could be restored"))
        try stage.tap("OK")
        #expect(stage.shows("page news"))
    }

    @Test("An unreadable path is ignored, and the user is notified", arguments: ["", "[]x", "{\"a\":1}"])
    func unreadable(_ text: String) throws {
        let root = Reef.root()
        let stage = Stage(ReefView(root), keeping: ["atoll.path": Data(text.utf8)])
        #expect(stage.shows("Not everything could be restored"))
        try stage.tap("OK")
        #expect(stage.shows("page news"))
    }

    @Test("Scenes with separate navigators are independent; scenes that share one show the same")
    func scenes() throws {
        let shared = Reef.root()
        let (left, right) = (Stage(ReefView(shared)), Stage(ReefView(shared)))
        let other = Stage(ReefView(Reef.root()))
        try left.tap("Read 7")
        #expect(left.shows("page article#7"))
        #expect(right.shows("page article#7"))
        #expect(other.shows("page news"))
        try right.swipeBack()
        #expect(left.shows("page news"))
    }

    @Test("A sheet dismissed by a gesture and by the navigator at the same time causes no error")
    func meanwhile() throws {
        let root = Reef.root()
        let navigator = root.navigator
        let stage = Stage(ReefView(root))
        navigator.present(.compose)
        let layer = try #require(stage.layers.last)
        _ = layer
        navigator.dismiss(.compose)
        // The gesture ends after the sheet has already gone.
        navigator.presentation(of: .compose).wrappedValue = false
        #expect(navigator.errors.isEmpty)
        #expect(stage.layers.isEmpty)
    }

    @Test("A snapshot walk visits each screen once, and the store compares the pictures by name")
    func snapshots() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "atoll-\(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }
        let store = SnapshotStore(directory, fileExtension: "txt")
        func walk(_ change: String = "") async throws -> [String: SnapshotStore.Outcome] {
            var outcomes: [String: SnapshotStore.Outcome] = [:]
            let walk = SnapshotWalk(NavigationState(Reef.graph(), facts: [.signedIn])) {
                switch $0 {
                case .article: .article(2)
                case .product: .product(2)
                default: $0
                }
            }
            try await walk.visit { screen, root in
                let texts = Stage(ReefView(root)).front.texts.joined(separator: "\n")
                outcomes[screen.name] = try store.check(Data((texts + change).utf8), for: screen.name)
            }
            return outcomes
        }
        let first = try await walk()
        #expect(first.count > 8 && first.values.allSatisfy { $0 == .recorded })
        #expect(first.keys.contains { $0.contains("product_2") })
        #expect(try await walk() == first.mapValues { _ in .same })
        #expect(try await walk("!").values.allSatisfy { $0 == .different })
    }
}
