import AtollNavigation
import LagoonProducts
import SwiftUI

struct ProductDetail: View {
    let product: Product
    let navigator: Navigator<ProductsScreen>

    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 16) {
                Text(verbatim: product.priceText).font(.title2)
                Text(verbatim: product.summary)
                HStack {
                    button(localized("Previous"), product.id - 1)
                    Spacer()
                    button(localized("Next"), product.id + 1)
                }
            }
            .padding()
        }
        .navigationTitle(product.name)
    }

    private func button(_ title: String, _ id: Int) -> some View {
        Button(title) { navigator.present(.product(id)) }
            .disabled(Product.find(id) == nil || !navigator.canPresent(.product(id)))
    }
}
