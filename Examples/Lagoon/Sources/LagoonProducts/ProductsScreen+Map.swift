import AtollLinks
import AtollNavigation

extension ProductsScreen {
    /// The search text of the list.
    public static let search = LinkParameter<String>("search")
    /// The page of the list, from 1; by default, the one with the chosen product, or the first.
    public static let page = LinkParameter<Int>("page")

    /// The feature's graph and URLs.
    public static let map = FeatureMap(
        "products", NavigationGraph { Hold(ProductsScreen.list => .product(.any)).dismissable() }
    ) {
        Route(to: .list) {
            PathSegment("products")
            QueryItem(optional: search)
            QueryItem(optional: page)
        }
        Route(to: .product(.any)) {
            PathSegment("products")
            QueryItem("id", ProductsScreen.product)
            QueryItem(optional: search)
            QueryItem(optional: page)
        }
    }
}
