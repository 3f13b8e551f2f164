import AtollNavigation
import Testing

/// The samples of the articles, compiled and run.
@MainActor
@Suite("The articles' samples")
struct ArticleTests {
    enum Screen: Fragment {
        case splash, login, dashboard, news, library, compose
    }

    private func graph() throws -> NavigationGraph<Screen> {
        try NavigationGraph(entry: Screen.splash) {
            pass(.splash => [.login, .dashboard])
            pass(.login => .dashboard)
            pick(.dashboard => .news).auto()
            pick(.dashboard => .library)
            hold(.dashboard => .compose).dismissable().tag("compose")
        }
    }

    @Test("Five minutes")
    func fiveMinutes() throws {
        var state = NavigationState(try graph())
        try state.present(.dashboard)
        try state.present(tag: "compose")
        #expect(state.isPresented(.news))
        try state.dismiss()
        try state.go(to: .library)
        #expect(state.presentedPlaces.map(\.fragment) == [.dashboard, .library])
    }

    @Test("Conditions")
    func conditions() throws {
        let graph = try NavigationGraph(entry: Screen.splash) {
            pass(.splash => .dashboard).when(.signedIn, otherwise: .login).auto()
            pass(.splash => .login)
            pass(.login => .dashboard).when(.signedIn)
        }
        var state = NavigationState(graph)
        #expect(state.isPresented(.login))
        #expect(state.wanted == PathFragment(.dashboard))
        state.set(.signedIn, true)
        #expect(state.isPresented(.dashboard))
    }

    enum Shop: Fragment { case list, product }
    enum App: Fragment { case splash, shop(Shop), profile }

    @Test("Isolated features")
    func features() throws {
        let shop = Embedding(App.shop) { if case .shop(let screen) = $0 { screen } else { nil } }
        let feature = try NavigationGraph { hold(Shop.list => .product).dismissable() }
        let app = try NavigationGraph(entry: App.splash) {
            pass(App.splash => .shop(.list))
            feature.mounted(shop)
        }
        let navigator = Navigator(app)
        let scoped = navigator.scoped(shop)
        navigator.present(.shop(.list))
        scoped.present(.product, id: 30)
        #expect(scoped.id(of: .product, as: Int.self) == 30)
    }

    @Test("Analytics")
    func analytics() async throws {
        let graph = try graph()
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
}
