import AtollNavigation
import LagoonProducts
import SwiftUI

/// A product, in the list's detail column or in any other stack.
public struct ProductView: View {
    private let id: Product.ID
    private let navigator: Navigator<ProductsScreen>

    /// - Parameters:
    ///   - id: The product to show. If it does not exist, the view says so.
    ///   - navigator: The navigator of the products feature.
    public init(_ id: Product.ID, in navigator: Navigator<ProductsScreen>) {
        self.id = id
        self.navigator = navigator
    }

    public var body: some View {
        if let product = Product.find(id) {
            ProductDetail(product: product, navigator: navigator)
        } else {
            ContentUnavailableView {
                Label(localized("This product doesn't exist"), systemImage: "shippingbox")
            } description: {
                Text(localized("Products are numbered from \(1) to \(Product.all.count)."))
            } actions: {
                Button(localized("Show the list")) { navigator.dismiss(.product(id)) }
            }
        }
    }
}
