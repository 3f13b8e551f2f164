import Atoll
import SwiftUI

enum Shop: Fragment { case list, product(Int) }

@main
struct ShopApp: App {
    static let graph = NavigationGraph { Pass(Shop.list => .product(.any)).dismissable() }
    static let links = LinkRouter(graph) {
        Route(to: .product(.any)) {
            PathSegment("products")
            PathSegment(Shop.product)
        }
    }
    let root = NavigationRoot(graph)

    var body: some Scene {
        WindowGroup {
            FragmentStack(.list, in: root.navigator) { screen in
                switch screen {
                case .list: List(1..<1_001, id: \.self) { FragmentLink("#\($0)", to: .product($0), in: root.navigator) }
                case .product(let id): Text("#\(id)")
                }
            }
            .links(Self.links, at: LinkAddresses(schemes: ["shop"]), in: root)
        }
    }
}
