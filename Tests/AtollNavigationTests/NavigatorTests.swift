import AtollNavigation
import Foundation
import Observation
import Testing

@MainActor
@Suite("The navigator")
struct NavigatorTests {
    private func graph() throws -> NavigationGraph<Letter> {
        NavigationGraph(entry: .a) {
            Hold(Letter.a => .b).dismissable()
            Hold(Letter.a => .p(.any)).dismissable()
            Pass(Letter.a => .c).when(.signedIn)
        }
    }

    /// Counts how often observers of `read` are notified while `body` runs.
    private func notifications(reading read: () -> Void, while body: () -> Void) -> Int {
        final class Count: @unchecked Sendable {
            // Safe: only touched on the main actor, where all of this runs.
            var value = 0
        }
        let count = Count()
        withObservationTracking(read) { count.value += 1 }
        body()
        return count.value
    }

    @Test("Observers are notified once of what succeeded, and not at all of what failed")
    func observation() throws {
        let navigator = Navigator(try graph())
        #expect(notifications(reading: { _ = navigator.isPresented(.p(1)) }) { navigator.present(.p(1)) } == 1)
        #expect(notifications(reading: { _ = navigator.path }) { navigator.present(.c) } == 0)
        #expect(notifications(reading: { _ = navigator.errors }) { navigator.present(.c) } == 1)
        #expect(notifications(reading: { _ = navigator.errors }) { navigator.dismiss(.p(1)) } == 0)
        #expect(navigator.errors.count == 2)
        #expect(throws: NavigationError<Letter>.self) { try navigator.perform(.present(.g)) }
        // A thrown error is not published.
        #expect(navigator.errors.count == 2)
    }

    @Test("An observer of one place, or of one container, is notified of that alone")
    func places() throws {
        let graph = NavigationGraph(entry: Letter.a) {
            Pick(Letter.a => .b).auto()
            Pick(Letter.a => .c)
            Pass([Letter.b, .c] => .p(.any)).dismissable()
            Hold(Letter.a => .d).dismissable().when(.signedIn)
        }
        let root = NavigationRoot(graph)
        let navigator = root.navigator
        func told(_ read: @escaping () -> Void, _ command: NavigationCommand<Letter>) -> Int {
            notifications(reading: read) { navigator.attempt(command) }
        }
        #expect(told({ _ = navigator.isPresented(.p(2)) }, .present(.p(1))) == 0)
        #expect(told({ _ = navigator.isPresented(.p(1)) }, .dismiss(.p(1))) == 1)
        #expect(told({ _ = navigator.isPresented(.b) }, .present(.p(1))) == 1, "hidden by what is pushed")
        #expect(told({ _ = navigator.isAnyPresented(.p(.any)) }, .setStack([.p(2)], from: .b)) == 0)
        #expect(told({ _ = navigator.stack(from: .c) }, .setStack([.p(3)], from: .b)) == 0)
        #expect(told({ _ = navigator.stack(from: .b) }, .setStack([.p(2)], from: .b)) == 1)
        #expect(told({ _ = navigator.selected(among: [.b, .c]) }, .dismiss(.p(2))) == 0)
        #expect(told({ _ = navigator.selected(among: [.b, .c]) }, .present(.c)) == 1)
        #expect(told({ _ = navigator.isOpen(to: .d) }, .present(.b)) == 0)
        #expect(told({ _ = navigator.isOpen(to: .d) }, .setFacts([.signedIn])) == 1)
        #expect(navigator.isOpen(to: .d))
        // Setting a path and changing the whole state notify in the same way.
        #expect(told({ _ = navigator.isPresented(.p(5)) }, .replace([PathEdge(.a => .c), PathEdge(.c => .p(5))])) == 1)
        #expect(notifications(reading: { _ = navigator.isPresented(.p(5)) }) { root.restore(PresentedPath()) } == 1)
        #expect(navigator.isPresented(.b) && !navigator.isPresented(.p(5)) && root.isAtStart)
    }

    @Test("If too many places are observed, all observers are notified after the next change, and no change is missed")
    func manyPlaces() throws {
        let navigator = Navigator(NavigationGraph { Pass(Letter.a => .p(.any)).dismissable() })
        #expect(
            notifications(reading: { _ = navigator.isPresented(.p(-1)) }) {
                for id in 0..<70_000 { _ = navigator.isPresented(.p(id)) }
            } == 0)
        #expect(
            notifications(reading: { for id in 0..<70_000 { _ = navigator.isPresented(.p(id)) } }) {
                navigator.present(.p(69_998))
            } == 1)
        #expect(
            notifications(reading: { for id in 0..<5_000 { _ = navigator.stack(from: .p(id)) } }) {
                navigator.dismiss()
            } == 1)
        navigator.present(.p(69_999))
        #expect(navigator.isPresented(.p(69_999)) && !navigator.isPresented(.p(-1)))
    }

    @Test("An operation inside an observer acts on the state that the previous one has left")
    func fromInside() throws {
        let navigator = Navigator(NavigationGraph { Pass(Letter.a => .b => .c).dismissable() })
        withObservationTracking {
            _ = navigator.isPresented(.b)
        } onChange: {
            MainActor.assumeIsolated { navigator.present(.c) }
        }
        navigator.present(.b)
        #expect(
            navigator.path.description == "a -> b, b -> c" && navigator.isPresented(.c) && !navigator.isPresented(.b))
        #expect(navigator.errors.isEmpty)
    }

    @Test("Each kind of operation notifies once, and one that fails does not")
    func observationOfEach() throws {
        let navigator = Navigator(
            NavigationGraph(entry: Letter.a) {
                Pick(Letter.a => [.b, .c]).dismissable().tag("tab")
                Pass(Letter.c => .d).dismissable()
                Pass(Letter.d => .p(.any)).when(.signedIn, otherwise: .f)
                Pass(Letter.d => .f)
            }
        )
        func told(_ command: NavigationCommand<Letter>) -> Int {
            notifications(reading: { _ = (navigator.path, navigator.facts, navigator.isPresented(.b)) }) {
                navigator.attempt(command)
            }
        }
        let commands: [NavigationCommand<Letter>] = [
            .present(.b), .presentEdge(.a => .c), .forward(), .present(.p(4)),
            .setFacts([.signedIn]), .dismiss(.d), .pick(.b, among: [.b, .c]), .dismissTag("tab"),
            .dismissLast, .go(.p(2)), .replace(PresentedPath([Letter.a => .c])), .setStack([.d], from: .c),
            .dismissAny(.d), .dismissEdge(.a => .c), .presentTag("tab"),
        ]
        for command in commands { #expect(told(command) == 1, "\(command)") }
        for command in [.present(.f), .forward(), .dismiss(.d)] as [NavigationCommand<Letter>] {
            #expect(told(command) == 0, "\(command)")
        }
        #expect(navigator.errors.count == 3)
    }

    @Test("Observations yields complete states only, one for each operation that is followed by a suspension")
    func observations() async throws {
        guard #available(macOS 26, iOS 26, *) else { return }
        let navigator = Navigator(try graph())
        let (read, seen) = AsyncStream.makeStream(of: String.self)
        let observer = Task { @MainActor in
            for await places in Observations({ navigator.presentedPlaces }) {
                seen.yield(places.map(\.description).joined(separator: " "))
            }
        }
        var screens = read.makeAsyncIterator()
        #expect(await screens.next() == "a")
        for id in 0..<20 {
            navigator.present(.p(id))
            // Fails, and so must not be observed.
            navigator.present(.c)
            #expect(await screens.next() == "a p\(id)")
            navigator.dismiss(.p(id))
            #expect(await screens.next() == "a")
        }
        observer.cancel()
    }

    @Test("A bounded number of errors is retained")
    func errors() throws {
        let navigator = Navigator(try graph())
        for _ in 0..<120 { navigator.present(.g) }
        #expect(navigator.errors.count == Navigator<Letter>.errorLimit)
        #expect(navigator.errors.last == .unknownFragment(.g))
    }

    @Test("The stream of changes yields each operation once, and the stream of errors each error")
    func streams() async throws {
        let navigator = Navigator(try graph())
        let changes = navigator.changes()
        let errors = navigator.publishedErrors()
        navigator.present(.b)
        navigator.present(.c)
        navigator.set(.signedIn, true)
        navigator.present(.c)
        var seen: [NavigationChange<Letter>] = []
        for await change in changes {
            seen.append(change)
            if seen.count == 3 { break }
        }
        #expect(seen.map(\.to.description) == ["b", "b", "c"])
        #expect(seen[0].cause == .present(.b))
        var iterator = errors.makeAsyncIterator()
        #expect(await iterator.next() == .conditionUnmet(.a => .c, Condition(required: [.signedIn])))
    }

    enum App: Fragment { case splash, shop(Shop), profile }
    enum Shop: Fragment { case list, product(Int) }

    private let shop = Embedding(App.shop)

    private func app() throws -> Navigator<App> {
        let feature = NavigationGraph { Hold(Shop.list => .product(.any)).dismissable() }
        return Navigator(
            NavigationGraph(entry: App.splash) {
                Pass(App.splash => .shop(.list))
                Pass(App.shop(.list) => .profile)
                feature.mounted(shop)
            }
        )
    }

    @Test("A feature sees its own fragments only, through the same navigator each time")
    func scope() throws {
        let app = try app()
        let child = app.scoped(shop)
        #expect(app.scoped(shop) === child)
        app.present(.shop(.list))
        #expect(child.presentedPlaces == [.list])
        child.present(.product(30))
        #expect(app.isPresented(.shop(.product(30))))
        #expect(child.presented(Shop.product) == [30])
        #expect(child.path.edges.map(\.description) == ["list -> product(30)"])
        #expect(child.canDismiss(.product(30)))
        child.dismiss(.product(30))
        #expect(!child.isAnyPresented(.product(.any)))
        #expect(notifications(reading: { _ = child.isPresented(.list) }) { app.present(.profile) } == 1)
    }

    @Test("An error about another feature's fragment reaches a feature as text")
    func outside() throws {
        let app = try app()
        let child = app.scoped(shop)
        app.present(.profile)
        child.dismiss()
        #expect(
            child.errors.first
                == .outside("No segue leads to profile from what is presented (splash): add one, or use go(to:).")
        )
        #expect(child.errors.last == .nothingToDismiss)
    }

    @Test("A navigator and its scopes are retained by their owners only")
    func retention() throws {
        weak var weakApp: Navigator<App>?
        weak var weakChild: Navigator<Shop>?
        do {
            let app = try app()
            let child = app.scoped(shop)
            (weakApp, weakChild) = (app, child)
            _ = child.changes()
        }
        #expect(weakApp == nil)
        #expect(weakChild == nil)
    }
}
