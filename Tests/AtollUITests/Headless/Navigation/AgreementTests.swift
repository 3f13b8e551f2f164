import AtollNavigation
import AtollTestSupport
import AtollUI
import SwiftUI
import Testing

/// After any action of the user, the views show what the navigator presents.
@MainActor
@Suite("Navigator and views agree")
struct AgreementTests {
    private let navigator: Navigator<Reef>
    private let stage: Stage

    init() throws {
        let root = Reef.root()
        navigator = root.navigator
        stage = Stage(ReefView(root))
        stage.environment.horizontalSizeClass = .regular
    }

    /// The places that the views show, from the pages that name theirs.
    private var shown: Set<String> {
        var texts = stage.root.texts
        for layer in stage.layers { texts += layer.content.texts }
        return Set(
            texts.compactMap { text in
                if text.hasPrefix("page ") { return String(text.dropFirst(5)) }
                return text.hasPrefix("layer ") ? String(text.dropFirst(6)) : nil
            })
    }

    /// The places that the navigator presents and that have pages.
    private var presented: Set<String> {
        Set(
            navigator.presentedPlaces.filter { ![.splash, .dashboard].contains($0) }
                .map(\.name))
    }

    private func expectAgreement(_ comment: Comment? = nil) {
        #expect(shown == presented, comment)
        #expect(stage.problems == [], comment)
    }

    @Test("A tab that is selected again is as the user left it")
    func tabs() throws {
        try stage.tap("Read 7")
        expectAgreement()
        try stage.tapTab("shop")
        expectAgreement()
        #expect(stage.shows("Choose a product"))
        try stage.tapTab("news")
        expectAgreement()
        #expect(shown == ["article#7"])
    }

    @Test("Tapping the selected tab goes back to its first page")
    func tabTwice() throws {
        try stage.tap("Read 7")
        try stage.tap("Who wrote it")
        #expect(shown == ["author"])
        try stage.tapTab("news")
        expectAgreement()
        #expect(shown == ["news"])
        try stage.tapTab("news")
        expectAgreement("on the first page, nothing happens")
        #expect(navigator.errors.isEmpty)
    }

    @Test("A swipe back dismisses one page")
    func swipeBack() throws {
        try stage.tap("Read 7")
        try stage.tap("Who wrote it")
        try stage.tap("Read 8")
        #expect(shown == ["article#8"])
        for expected in ["author", "article#7", "news"] {
            try stage.swipeBack()
            expectAgreement()
            #expect(shown == [expected])
        }
        #expect(!stage.canSwipeBack)
    }

    @Test("A page that can't be dismissed can't be swiped back")
    func noWayBack() throws {
        try stage.tapTab("profile")
        try stage.tap("Settings")
        #expect(shown == ["settings"])
        #expect(!stage.canSwipeBack)
        try stage.tapTab("profile")
        expectAgreement("a page that can't be dismissed stays when the tab is tapped again")
        #expect(navigator.errors == [.notDismissable(Reef.profile => .settings)])
        #expect(stage.layers.last?.style == .alert)
        #expect(stage.shows("settings can't be dismissed: the segue tab.profile -> settings is not dismissable."))
        try stage.tap("OK")
        #expect(stage.layers.isEmpty)
    }

    @Test("Dragging a sheet down dismisses it; a sheet under a cover stays")
    func sheets() throws {
        navigator.present(.compose)
        navigator.present(.player)
        expectAgreement()
        #expect(stage.layers.map(\.style) == [.sheet, .cover])
        #expect(!stage.canDragDown, "a cover can't be dragged")
        try stage.tap("Close player")
        expectAgreement()
        try stage.dragDown()
        expectAgreement()
        #expect(stage.layers.isEmpty)
    }

    @Test("When a lower layer is dismissed, the layer above it stays")
    func lowerLayer() {
        navigator.present(.compose)
        navigator.present(.player)
        navigator.dismiss(.compose)
        expectAgreement()
        #expect(stage.layers.map(\.style) == [.cover])
    }

    @Test("Popover, inspector and overlay")
    func others() throws {
        navigator.present(.help)
        expectAgreement()
        #expect(stage.layers.map(\.style) == [.popover])
        try stage.dragDown()
        expectAgreement()
        navigator.present(.info)
        expectAgreement()
        navigator.dismiss(.info)
        navigator.present(.ticker)
        expectAgreement()
        #expect(stage.layers.isEmpty, "an overlay leaves the view below usable")
    }

    @Test("Columns follow the selection; in a compact width, they become a stack")
    func columns() throws {
        try stage.tapTab("shop")
        try stage.tap("row 2")
        expectAgreement()
        #expect(shown == ["shop", "product#2"])
        try stage.tap("row 30")
        expectAgreement()
        #expect(navigator.presented(Reef.product) == [30])
        // The window becomes narrow: the same state in one column, with a way back.
        stage.environment.horizontalSizeClass = .compact
        #expect(shown == ["product#30"])
        #expect(presented == ["shop", "product#30"])
        try stage.swipeBack()
        #expect(presented == ["shop"])
        #expect(shown == ["shop"])
        stage.environment.horizontalSizeClass = .regular
        expectAgreement()
    }

    private enum Action: CaseIterable {
        case tab, tapLink, swipeBack, dragDown, row, deepLink, present, dismiss, narrow, programmatic
    }

    @Test("Random sequences of user actions", arguments: 0..<20)
    func random(_ part: Int) async throws {
        for sequence in 0..<TestLength.of(short: 3, long: 50) {
            // Lets other tests use the main actor in between.
            await Task.yield()
            let seed = UInt64(part * 50 + sequence)
            var source = SeededGenerator(seed: seed)
            let root = Reef.root()
            let stage = Stage(ReefView(root))
            let test = AgreementTests(root.navigator, stage)
            stage.environment.horizontalSizeClass = .regular
            for step in 0..<12 {
                let action = Action.allCases.randomElement(using: &source) ?? .tab
                test.perform(action, &source)
                // A refused action shows an alert, which the user dismisses.
                while stage.layers.last?.style == .alert { try stage.tap("OK") }
                test.expectAgreement("seed \(seed), step \(step): \(action)")
            }
            #expect(root.containerFaults == [], "seed \(seed)")
        }
    }

    private init(_ navigator: Navigator<Reef>, _ stage: Stage) {
        self.navigator = navigator
        self.stage = stage
    }

    private func perform(_ action: Action, _ source: inout SeededGenerator) {
        switch action {
        case .tab: try? stage.tapTab(ReefTab.allCases.randomElement(using: &source)?.rawValue ?? "")
        case .tapLink:
            let words = ["Read 7", "Who wrote it", "Read 8", "Settings", "Close player", "Close compose"]
            try? stage.tap(words.randomElement(using: &source) ?? "")
        case .swipeBack: if stage.canSwipeBack { try? stage.swipeBack() }
        case .dragDown: if stage.canDragDown { try? stage.dragDown() }
        case .row: try? stage.tap("row \([1, 2, 30].randomElement(using: &source) ?? 1)")
        case .deepLink:
            let links = [
                "dla://Products?id=30", "dla://news/3", "dla://compose", "dla://shop", "dla://nothing",
                "https://reef.example/player",
            ]
            if let url = URL(string: links.randomElement(using: &source) ?? "") { stage.open(url) }
        case .present:
            let fragments: [Reef] = [.compose, .player, .article(2), .product(2), .settings]
            navigator.present(fragments.randomElement(using: &source) ?? .compose)
        case .dismiss: navigator.dismiss()
        case .narrow:
            // Rotating the device back and forth changes nothing.
            stage.environment.horizontalSizeClass = .compact
            _ = stage.root
            stage.environment.horizontalSizeClass = .regular
        case .programmatic:
            navigator.go(to: [Reef.author, .product(1), .settings].randomElement(using: &source) ?? .author)
        }
    }
}
