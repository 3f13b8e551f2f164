import AtollNavigation
import Foundation
import Observation
import Testing

@MainActor
@Suite("The navigator")
struct NavigatorTests {
    private func graph() throws -> NavigationGraph<Letter> {
        try NavigationGraph(entry: .a) {
            hold(Letter.a => .b).dismissable()
            pass(Letter.a => .c).when(.signedIn)
        }
    }

    /// Counts how often observers of `read` are told while `body` runs.
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

    @Test("Observers are told once of what succeeded, and not at all of what failed")
    func observation() throws {
        let navigator = Navigator(try graph())
        #expect(notifications(reading: { _ = navigator.isPresented(.b) }) { navigator.present(.b, id: 1) } == 1)
        #expect(notifications(reading: { _ = navigator.path }) { navigator.present(.c) } == 0)
        #expect(notifications(reading: { _ = navigator.errors }) { navigator.present(.c) } == 1)
        #expect(notifications(reading: { _ = navigator.errors }) { navigator.dismiss(.b, id: 1) } == 0)
        #expect(navigator.errors.count == 2)
        #expect(throws: NavigationError<Letter>.self) { try navigator.perform(.present(.g, id: nil)) }
        // What is thrown is not published.
        #expect(navigator.errors.count == 2)
    }

    @Test("Each kind of operation is told of once, and none that fails")
    func observationOfEach() throws {
        let navigator = Navigator(
            try NavigationGraph(entry: Letter.a) {
                pick(Letter.a => [.b, .c]).dismissable().tag("tab")
                pass(Letter.c => .d).dismissable()
                pass(Letter.d => .e).when(.signedIn, otherwise: .f)
                pass(Letter.d => .f)
            }
        )
        func told(_ command: NavigationCommand<Letter>) -> Int {
            notifications(reading: { _ = (navigator.path, navigator.facts, navigator.isPresented(.b)) }) {
                navigator.attempt(command)
            }
        }
        let commands: [NavigationCommand<Letter>] = [
            .present(.b, id: nil), .presentEdge(.a => .c, id: nil), .forward(id: nil), .present(.e, id: 4),
            .setFacts([.signedIn]), .dismiss(.d, id: nil), .pick(.b, among: [.b, .c]), .dismissTag("tab"),
            .dismissLast, .go(.e, id: 2), .replace(PresentedPath([Letter.a => .c])), .dismissEdge(.a => .c),
            .navigate(.present(PathEdge(.a => .b))),
        ]
        for command in commands { #expect(told(command) == 1, "\(command)") }
        for command in [.present(.f, id: nil), .forward(id: nil), .dismiss(.d, id: nil)] as [NavigationCommand<Letter>]
        {
            #expect(told(command) == 0, "\(command)")
        }
        #expect(navigator.errors.count == 3)
    }

    @Test("Observations yields once an operation where a suspension follows each, and whole states only")
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
            navigator.present(.b, id: .integer(id))
            // Fails, and so is not to be seen.
            navigator.present(.c)
            #expect(await screens.next() == "a b#\(id)")
            navigator.dismiss(.b, id: .integer(id))
            #expect(await screens.next() == "a")
        }
        observer.cancel()
    }

    @Test("Errors are kept up to a bound")
    func errors() throws {
        let navigator = Navigator(try graph())
        for _ in 0..<120 { navigator.present(.g) }
        #expect(navigator.errors.count == Navigator<Letter>.errorLimit)
        #expect(navigator.errors.last == .unknownFragment(.g))
    }

    @Test("The stream of changes gives each operation once, and the stream of errors each error")
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
        #expect(seen[0].cause == .present(.b, id: nil))
        var iterator = errors.makeAsyncIterator()
        #expect(await iterator.next() == .conditionUnmet(.a => .c, Condition(required: [.signedIn])))
    }

    enum App: Fragment { case splash, shop(Shop), profile }
    enum Shop: Fragment { case list, product }

    private let shop = Embedding(App.shop) { if case .shop(let screen) = $0 { screen } else { nil } }

    private func app() throws -> Navigator<App> {
        let feature = try NavigationGraph { hold(Shop.list => .product).dismissable() }
        return Navigator(
            try NavigationGraph(entry: App.splash) {
                pass(App.splash => .shop(.list))
                pass(App.shop(.list) => .profile)
                feature.mounted(shop)
            }
        )
    }

    @Test("A feature sees its own fragments only, through the same child each time")
    func scope() throws {
        let app = try app()
        let child = app.scoped(shop)
        #expect(app.scoped(shop) === child)
        app.present(.shop(.list))
        #expect(child.presentedPlaces == [PathFragment(.list)])
        child.present(.product, id: 30)
        #expect(app.isPresented(.shop(.product), id: 30))
        #expect(child.id(of: .product, as: Int.self) == 30)
        #expect(child.path.edges.map(\.description) == ["list -> product#30"])
        #expect(child.canDismiss(.product, id: 30))
        child.dismiss(.product, id: 30)
        #expect(!child.isPresentedWithAnyID(.product))
        #expect(notifications(reading: { _ = child.isPresented(.list) }) { app.present(.profile) } == 1)
    }

    @Test("An error about somebody else's fragment reaches a feature as a text")
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

    @Test("Nothing keeps a navigator and its scopes alive but who holds them")
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
