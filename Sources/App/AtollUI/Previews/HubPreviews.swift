import AtollHub
import SwiftUI

struct HubPreviews: PreviewProvider {
    static var previews: some View {
        Group {
            HubView(HubModel(PreviewData.Catalog()), icons: PreviewData.Catalog()) { _ in }
            HubView(
                HubModel(PreviewData.Catalog(), layout: .twoColumns), icons: PreviewData.Catalog()
            ) { _ in }
            HubView(HubModel(PreviewData.Catalog(listings: [])), icons: PreviewData.Catalog()) { _ in }
            HubView(
                HubModel(PreviewData.Catalog(error: .network("The connection was lost."))),
                icons: PreviewData.Catalog()
            ) { _ in }
        }
    }
}
