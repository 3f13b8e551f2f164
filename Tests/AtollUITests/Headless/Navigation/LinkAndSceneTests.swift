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

    @Test("A link that the system delivers in two ways is opened once")
    func deliveredTwice() {
        let links = DeliveredLinks()
        let start = ContinuousClock.now
        #expect(links.isNew("https://reef.example/a", by: .activity, at: start))
        #expect(!links.isNew("https://reef.example/a", by: .url, at: start + .milliseconds(100)))
        #expect(links.isNew("https://reef.example/a", by: .url, at: start + .milliseconds(200)), "delivered again")
        #expect(links.isNew("https://reef.example/a", by: .url, at: start + .milliseconds(300)), "touched twice")
        #expect(links.isNew("https://reef.example/b", by: .activity, at: start + .milliseconds(400)))
        #expect(links.isNew("https://reef.example/b", by: .url, at: start + .seconds(3)), "much later")
        // Two links in two ways each.
        let later = start + .seconds(10)
        #expect(links.isNew("dla://a", by: .url, at: later) && links.isNew("dla://b", by: .url, at: later))
        #expect(!links.isNew("dla://a", by: .activity, at: later) && !links.isNew("dla://b", by: .activity, at: later))
    }

    @Test("After a link has come in both ways, the user's next step stays")
    func onceOpened() throws {
        let root = Reef.root()
        let stage = Stage(ReefView(root))
        let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
        activity.webpageURL = try url("https://reef.example/news/4")
        stage.continue(activity)
        root.navigator.present(.compose)
        stage.open(try url("https://reef.example/news/4"))
        #expect(stage.layers.map(\.style) == [.sheet], "the second delivery dismisses nothing")
    }

    @Test("Of two alerts, the second is shown after the first")
    func oneAlertAtATime() throws {
        let root = Reef.root()
        let stage = Stage(ReefView(root))
        stage.open(try url("dla://nothing"))
        root.navigator.dismiss(.author)
        #expect(stage.layers.map(\.style) == [.alert])
        #expect(stage.shows("The link can't be opened"))
        try stage.tap("OK")
        #expect(stage.layers.map(\.style) == [.alert])
        #expect(stage.shows("That is not possible right now"))
        try stage.tap("OK")
        #expect(stage.layers.isEmpty && stage.problems.isEmpty)
        // An alert whose owner has gone delays no other.
        let covers = Covers()
        let last = Covers.Owner()
        do {
            let gone = Covers.Owner()
            covers.want(gone, true)
            covers.want(last, true)
            #expect(!covers.isTurn(of: last))
        }
        #expect(covers.isTurn(of: last))
        // An alert that takes too long, because the system has dropped it, comes after the others.
        let (start, next) = (ContinuousClock.now, Covers.Owner())
        covers.want(next, true, at: start + .seconds(10))
        #expect(covers.isTurn(of: last))
        let third = Covers.Owner()
        covers.want(third, true, at: start + .seconds(60))
        #expect(covers.isTurn(of: third))
        covers.want(third, false)
        #expect(covers.isTurn(of: last))
        covers.want(last, false)
        #expect(covers.isTurn(of: next))
    }

    @Test("A problem that is covered is not shown later")
    func coveredProblem() throws {
        let root = Reef.root()
        let stage = Stage(ReefView(root))
        root.navigator.dismiss(.author)
        #expect(stage.layers.map(\.style) == [.alert])
        root.navigator.present(.compose)
        #expect(!stage.layers.contains { $0.style == .alert })
        root.navigator.dismiss(.compose)
        #expect(stage.layers.isEmpty)
        root.navigator.dismiss(.author)
        #expect(stage.layers.map(\.style) == [.alert], "the next one is")
        #expect(stage.problems.isEmpty)
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
