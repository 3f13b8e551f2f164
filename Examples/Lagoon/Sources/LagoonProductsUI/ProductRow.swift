import LagoonProducts
import SwiftUI

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
