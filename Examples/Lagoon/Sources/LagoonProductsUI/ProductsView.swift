import AtollNavigation
import AtollUI
import LagoonProducts
import SwiftUI

/// A list of a thousand products, with the selected one next to it.
public struct ProductsView: View {
    private let navigator: Navigator<ProductsScreen>
    @State private var search = ""

    /// - Parameter navigator: The navigator of the feature.
    public init(in navigator: Navigator<ProductsScreen>) { self.navigator = navigator }

    public var body: some View {
        FragmentColumns(ProductsScreen.product, in: navigator) { selection in
            List(selection: selection) {
                ForEach(found) { product in ProductRow(product: product) }
            }
            .searchable(text: $search, prompt: localized("Search products"))
            .overlay {
                if found.isEmpty {
                    ContentUnavailableView { Label(localized("Nothing found"), systemImage: "magnifyingglass") }
                }
            }
            .navigationTitle(localized("Products"))
        } detail: { id in
            ProductView(id, in: navigator)
        } empty: {
            ContentUnavailableView { Label(localized("Choose a product"), systemImage: "shippingbox") }
        }
    }

    private var found: [Product] { Product.matching(search) }
}
