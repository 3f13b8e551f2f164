import AtollLinks
import AtollNavigation

extension ProductsScreen {
    /// The search text of the list.
    public static let search = LinkParameter<String>("search")

    /// The feature's graph and URLs.
    public static let map = FeatureMap(
        "products", NavigationGraph { hold(ProductsScreen.list => .product(.any)).dismissable() }
    ) {
        Route(to: .list) {
            path("products")
            query(optional: search)
        }
        Route(to: .product(.any)) {
            path("products")
            query("id", ProductsScreen.product)
            query(optional: search)
        }
    }
}
