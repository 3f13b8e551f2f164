import AtollNavigation
import AtollUI
import LagoonProducts
import SwiftUI

/// A list of a thousand products, and the one that is selected beside it.
public struct ProductsView: View {
    private let navigator: Navigator<ProductsScreen>
    @State private var search = ""

    public init(in navigator: Navigator<ProductsScreen>) { self.navigator = navigator }

    public var body: some View {
        FragmentColumns(.product, id: Int.self, in: navigator) { selection in
            List(selection: selection) {
                ForEach(found) { product in ProductRow(product: product) }
            }
            .searchable(text: $search, prompt: "Search products")
            .overlay {
                if found.isEmpty {
                    ContentUnavailableView { Label("Nothing found", systemImage: "magnifyingglass") }
                }
            }
            .navigationTitle("Products")
        } detail: { id in
            if let product = Product.find(id) {
                ProductDetail(product: product, navigator: navigator)
            } else {
                ContentUnavailableView {
                    Label("There is no such product", systemImage: "shippingbox")
                } description: {
                    Text("They are numbered from 1 to \(Product.all.count).")
                } actions: {
                    Button("Show the list") { navigator.dismiss(.product, id: .integer(id)) }
                }
            }
        } empty: {
            ContentUnavailableView { Label("Choose a product", systemImage: "shippingbox") }
        }
    }

    private var found: [Product] {
        let words = search.lowercased().split(separator: " ")
        guard !words.isEmpty else { return Product.all }
        return Product.all.filter { product in
            words.allSatisfy { "\(product.name) \(product.kind)".lowercased().contains($0) }
        }
    }
}

struct ProductRow: View {
    let product: Product

    var body: some View {
        LabeledContent {
            Text(verbatim: product.priceText).foregroundStyle(.secondary)
        } label: {
            Text(verbatim: product.name)
            Text(verbatim: product.kind).font(.subheadline)
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
        Button(title) { navigator.present(.product, id: .integer(id)) }
            .disabled(Product.find(id) == nil)
    }
}
