import Testing

@testable import AtollNavigation

private enum Tab: Fragment { case news, shop }

private enum App: Fragment {
    case home, list, player, help
    case tab(Tab)
    case product(Int)
}

/// Containers are compared with the graph, so that what would not be visible is reported before anyone misses it.
@Suite("Navigation: containers and segues")
@MainActor
struct ContainerTests {
    private func root(@SegueBuilder<App> _ segues: () -> [Segue<App>]) -> NavigationRoot<App> {
        NavigationRoot(NavigationGraph(entry: .home, segues))
    }

    @Test("a hold in a stack, which nothing shows, is reported until a layer, columns or a view of its own shows it")
    func holdInStack() throws {
        let held = GraphEdge(from: App.home, to: .product(.any))
        let shows: [(Navigator<App>) -> Void] = [
            { $0.show(.layers { $0.value(of: App.product) != nil }) },
            { $0.show(.columns { $0.value(of: App.product) != nil }) },
            { $0.show(.view(.product(3))) }, { _ = $0.isPresented(.product(7)) },
            { _ = $0.isAnyPresented(.product(.any)) },
        ]
        for show in shows {
            let root = root { Hold(.home => .product(.any)).dismissable() }
            #expect(root.containerFaults == [])
            root.navigator.show(.stack(.home))
            #expect(root.containerFaults == [.notShown(held, .hold)])
            #expect(
                "\(try #require(root.containerFaults.first))".contains(
                    "home -> product is a hold, but nothing shows product"))
            show(root.navigator)
            #expect(root.containerFaults == [])
        }
    }

    @Test("what a pushed screen holds counts once the screen has been shown")
    func pushed() {
        let root = root {
            Pass(.home => .list)
            Hold(.list => .help).dismissable()
        }
        root.navigator.show(.stack(.home))
        #expect(root.containerFaults == [])
        root.navigator.show(.stack(.list))
        #expect(root.containerFaults == [.notShown(GraphEdge(from: .list, to: .help), .hold)])
    }

    @Test("a tab must be picked, and a tab that leads on needs a stack")
    func tabs() {
        let root = root {
            Pick(.home => .tab(.news)).auto()
            Pick(.home => .tab(.shop))
            Pass(.home => .list)
            Pass(.tab(.news) => .product(.any)).dismissable()
        }
        root.navigator.show(.tabs([.tab(.news), .tab(.shop)]))
        root.navigator.show(.screen(.tab(.news)))
        #expect(root.containerFaults == [.notShown(GraphEdge(from: .tab(.news), to: .product(.any)), .pass)])
        root.navigator.show(.stack(.tab(.news)))
        #expect(root.containerFaults == [])
        root.navigator.show(.tabs([.list, .help]))
        #expect(root.containerFaults == [.unknownFragment(.help), .notPicked(.list)])
    }

    @Test("what is shown over or next to something must be held by it; one layer may give way to another")
    func layers() {
        let root = root {
            Hold(.home => .help).dismissable()
            Pass(.help => .player).dismissable()
            Pass(.home => .list)
            Pass(.list => .product(.any)).dismissable()
        }
        root.navigator.show(.layers { $0 == .help || $0 == .player })
        #expect(root.containerFaults == [])
        root.navigator.show(.layers { $0 == .list })
        root.navigator.show(.columns { $0.value(of: App.product) != nil })
        #expect(Set(root.containerFaults) == [.notHeld(.list), .notHeld(.product(.any))])
    }

    @Test("a pick in a stack needs tabs")
    func pickInStack() {
        let root = root {
            Pick(.home => .list).auto()
            Pick(.home => .help)
        }
        root.navigator.show(.stack(.home))
        #expect(root.containerFaults.count == 2)
        root.navigator.show(.tabs([.list, .help]))
        #expect(root.containerFaults == [])
    }

    @Test("features report their own containers; each fault is reported once")
    func scopes() {
        enum Feature: Fragment { case list, detail(Int) }
        enum Whole: Fragment {
            case home
            case feature(Feature)
        }
        let embedding = Embedding(Whole.feature)
        let root = NavigationRoot(
            NavigationGraph(entry: Whole.home) {
                Pass(.home => .feature(.list))
                Hold(.feature(.list) => .feature(.detail(.any))).dismissable()
            })
        let navigator = root.navigator.scoped(embedding)
        navigator.show(.stack(.list))
        #expect(root.containerFaults.count == 1)
        #expect(navigator.newContainerFaults().count == 1)
        #expect(navigator.newContainerFaults().count == 0 && root.navigator.newContainerFaults().count == 0)
        navigator.show(.columns { $0.value(of: Feature.detail) != nil })
        #expect(root.containerFaults == [])
    }

    @Test("what a screen outside any container holds is reported as soon as anything is on screen")
    func homeWithoutLayers() {
        let root = root {
            Pick(.home => .tab(.news)).auto()
            Pick(.home => .tab(.shop))
            Hold(.home => .help).dismissable()
        }
        root.navigator.show(.tabs([.tab(.news), .tab(.shop)]))
        #expect(root.containerFaults == [.notShown(GraphEdge(from: .home, to: .help), .hold)])
        root.navigator.show(.layers { $0 == .help })
        #expect(root.containerFaults == [])
    }

    @Test("a tab bar without a picked tab is reported while it is on screen")
    func noTabPicked() {
        let root = root {
            Pick(.home => [.tab(.news), .tab(.shop)])
            Pass(.home => .list)
            Pass(.list => .help)
        }
        root.navigator.show(.tabs([.tab(.news), .tab(.shop)]))
        #expect(root.containerFaults == [.noTabPicked([.tab(.news), .tab(.shop)])])
        root.navigator.present(.tab(.shop))
        #expect(root.containerFaults == [])
        root.navigator.present(.list)
        #expect(root.containerFaults == [], "it is not on screen")
    }

    @Test("what a layer passes to needs a stack in the layer, or is a layer itself")
    func passInLayer() {
        let root = root {
            Hold(.home => .help).dismissable()
            Pass(.help => .list).dismissable()
        }
        root.navigator.show(.layers { $0 == .help })
        root.navigator.show(.screen(.help))
        #expect(root.containerFaults == [.notShown(GraphEdge(from: .help, to: .list), .pass)])
        root.navigator.show(.stack(.help))
        #expect(root.containerFaults == [])
    }
}
