import AtollNavigation
import AtollUI
import Observation
import SwiftUI
import Synchronization
import Testing

private enum Shop: Fragment { case list, product(Int), basket }

@MainActor
@Suite("Containers and the graph")
struct ContainerViewTests {
    private struct ShopView: View {
        let navigator: Navigator<Shop>
        var hasLayers = false

        var body: some View {
            if hasLayers {
                stack.layers(in: navigator) {
                    $0 == .basket ? .sheet : nil
                } content: { _ in
                    Text("Basket")
                }
            } else {
                stack
            }
        }

        private var stack: some View {
            FragmentStack(.list, in: navigator) { screen in
                switch screen {
                case .list: FragmentLink("To the basket", to: .basket, in: navigator)
                case .product(let id): Text("Product \(id)")
                case .basket: Text("Basket")
                }
            }
        }
    }

    @Test("A fragment that no view would show is a fault as soon as the container appears, before it is presented")
    func holdInStack() throws {
        let root = NavigationRoot(NavigationGraph { Hold(Shop.list => .basket).dismissable() })
        let stage = Stage(ShopView(navigator: root.navigator))
        #expect(stage.shows("To the basket"))
        #expect(root.containerFaults == [.notShown(Shop.list => .basket, .hold)])
        try stage.tap("To the basket")
        #expect(!stage.shows("Basket"), "this is what the fault is about")

        let mended = NavigationRoot(NavigationGraph { Hold(Shop.list => .basket).dismissable() })
        let mendedStage = Stage(ShopView(navigator: mended.navigator, hasLayers: true))
        try mendedStage.tap("To the basket")
        #expect(mendedStage.shows("Basket") && mended.containerFaults.isEmpty)
    }

    @MainActor
    private final class Evaluated {
        var count = 0
    }

    private struct CountingView: View {
        let navigator: Navigator<Shop>
        let evaluations: Evaluated

        var body: some View {
            FragmentStack(.list, in: navigator) { screen in
                Text(counted(screen))
            }
        }

        private func counted(_ screen: Shop) -> String {
            evaluations.count += 1
            return "\(screen)"
        }
    }

    @Test("After a refused move, the stack is drawn again, because the system has moved already")
    func refused() {
        let root = NavigationRoot(NavigationGraph { Pass(Shop.list => .basket).dismissable() })
        let evaluations = Evaluated()
        let stage = Stage(CountingView(navigator: root.navigator, evaluations: evaluations))
        #expect(stage.shows("list"))
        let before = evaluations.count
        #expect(stage.shows("list") && evaluations.count == before)
        root.navigator.present(.product(1))
        #expect(stage.shows("list") && evaluations.count > before)
    }

    @Test("A layer over a screen that passes to it is a fault")
    func passToLayer() {
        let root = NavigationRoot(NavigationGraph { Pass(Shop.list => .basket).dismissable() })
        let stage = Stage(ShopView(navigator: root.navigator, hasLayers: true))
        #expect(stage.shows("To the basket"))
        #expect(root.containerFaults == [.notHeld(.basket)])
    }

    /// Counts how often views would be re-evaluated: it observes what SwiftUI observes while it evaluates a body.
    private final class Evaluations: Sendable {
        private let counter = Mutex(0)
        var count: Int { counter.withLock { $0 } }
        func count(_ evaluate: () -> Void) {
            withObservationTracking(evaluate) { [self] in counter.withLock { $0 += 1 } }
        }
    }

    @Test("A step re-evaluates the views that it affects, and none of a thousand others")
    func thousandLinks() {
        let graph = NavigationGraph {
            Hold(Shop.list => .product(.any)).dismissable()
            Hold(Shop.list => .basket).dismissable()
            Pass(Shop.product(.any) => .product(.any)).dismissable()
        }
        let navigator = NavigationRoot(graph).navigator
        let (links, rows) = (Evaluations(), Evaluations())
        for id in 0..<1_000 {
            links.count { _ = FragmentLink("#\(id)", to: .product(id), in: navigator).body }
            rows.count { _ = navigator.isPresented(.product(id)) }
        }
        navigator.present(.product(30))
        #expect(links.count == 0 && rows.count == 1, "the row that is selected now")
        navigator.present(.product(31))
        #expect(links.count == 0 && rows.count == 2, "only the new row; #30 is no longer observed")
        navigator.present(.basket)
        navigator.dismiss(.basket)
        navigator.present(.product(30))
        navigator.dismiss()
        #expect(links.count == 0 && rows.count == 2)
    }

    @Test("A step in one stack re-evaluates neither the tabs nor another stack")
    func otherContainers() {
        enum Tab: Fragment { case one, two }
        enum App: Fragment {
            case home, page(Int)
            case tab(Tab)
        }
        let graph = NavigationGraph(entry: App.home) {
            Pick(.home => .tab(.one)).auto()
            Pick(.home => .tab(.two))
            Pass([.tab(.one), .tab(.two)] => .page(.any)).dismissable()
            Pass(App.page(.any) => .page(.any)).dismissable()
        }
        let navigator = NavigationRoot(graph).navigator
        let (tabs, one, two) = (Evaluations(), Evaluations(), Evaluations())
        tabs.count { _ = navigator.selection(among: [.tab(.one), .tab(.two)]).wrappedValue }
        one.count { _ = navigator.pushed(on: .tab(.one)).wrappedValue }
        two.count { _ = navigator.pushed(on: .tab(.two)).wrappedValue }
        navigator.present(.page(1))
        #expect(tabs.count == 0 && one.count == 1 && two.count == 0)
        navigator.pick(.tab(.two), among: [.tab(.one), .tab(.two)])
        #expect(tabs.count == 1 && two.count == 0)
        navigator.present(.page(1))
        #expect(two.count == 1)
    }
}
