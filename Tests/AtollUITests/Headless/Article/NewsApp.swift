import Atoll
import SwiftUI

enum Tab: String, Fragment, Codable, CaseIterable { case news, saved }

enum Screen: Fragment, Codable {
    case home, compose
    case tab(Tab)
    case article(Int)
}

let graph = NavigationGraph(entry: Screen.home) {
    Pick(.home => .tab(.news)).auto()
    Pick(.home => .tab(.saved))
    Pass([.tab(.news), .tab(.saved)] => .article(.any)).dismissable()
    Pass(.article(.any) => .article(.any)).dismissable()
    Hold(.home => .compose).dismissable()
}

let router = LinkRouter(graph) {
    Route(to: .tab(.saved)) { PathSegment("saved") }
    Route(.home => .tab(.news) => .article(.any)) {
        PathSegment("articles")
        PathSegment(Screen.article)
    }
    Route(to: .compose) { PathSegment("compose") }
}

struct NewsApp: App {
    var body: some Scene { WindowGroup { NewsView() } }
}

struct NewsView: View {
    /// Each window has its own.
    @State var root = NavigationRoot(graph)
    private var navigator: Navigator<Screen> { root.navigator }

    var body: some View {
        FragmentTabs(Tab.allCases, at: Screen.tab, in: navigator) { tab in
            FragmentStack(.tab(tab), in: navigator) { screen in
                switch screen {
                case .tab(let tab):
                    List(1..<100, id: \.self) { FragmentLink("Article \($0)", to: .article($0), in: navigator) }
                        .navigationTitle(tab.rawValue)
                        .toolbar { ToolbarItem { FragmentLink("Write", to: .compose, in: navigator) } }
                case .article(let id):
                    FragmentLink("The next one after \(id)", to: .article(id + 1), in: navigator)
                case .home, .compose: EmptyView()
                }
            }
        } item: { tab in
            Text(tab.rawValue)
        }
        .layers(in: navigator) {
            $0 == .compose ? .sheet : nil
        } content: { _ in
            Button("Done") { navigator.dismiss(.compose) }
        }
        .navigationProblems(of: navigator)
        .links(router, at: LinkAddresses(schemes: ["news"]), in: root)
        .restoringPath(of: root)
    }
}
