import AtollNavigation
import LagoonProducts
import SwiftUI

/// A product, wherever it is shown.
public struct ProductScreen: View {
    private let id: Product.ID
    private let navigator: Navigator<ProductsScreen>

    public init(_ id: Product.ID, in navigator: Navigator<ProductsScreen>) {
        self.id = id
        self.navigator = navigator
    }

    public var body: some View {
        if let product = Product.find(id) {
            ProductDetail(product: product, navigator: navigator)
        } else {
            ContentUnavailableView {
                Label("There is no such product", systemImage: "shippingbox")
            } description: {
                Text("They are numbered from 1 to \(Product.all.count).")
            } actions: {
                Button("Show the list") { navigator.dismiss(.product(id)) }
            }
        }
    }
}

struct ProductDetail: View {
    let product: Product
    let navigator: Navigator<ProductsScreen>

    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 16) {
                Text(verbatim: product.priceText).font(.title2)
                Text(verbatim: product.summary)
                HStack {
                    button("Previous", product.id - 1)
                    Spacer()
                    button("Next", product.id + 1)
                }
            }
            .padding()
        }
        .navigationTitle(product.name)
    }

    private func button(_ title: LocalizedStringKey, _ id: Int) -> some View {
        Button(title) { navigator.present(.product(id)) }
            .disabled(Product.find(id) == nil || !navigator.canPresent(.product(id)))
    }
}
