import AtollHub
import SwiftUI

/// The filters of the grid: categories, and nearby mini apps.
struct HubFilters: View {
    let model: HubModel
    let near: (@MainActor () -> Void)?
    @Environment(\.hubCategoryName) private var categoryName

    var body: some View {
        ScrollView(.horizontal, showsIndicators: false) {
            HStack {
                if model.hub.query != .all {
                    Button(localized("Show all")) {
                        model.text = ""
                        model.show(.all)
                    }
                }
                if let near { Button(localized("Near me"), systemImage: "location", action: near) }
                ForEach(model.hub.tags, id: \.self) { tag in
                    Button {
                        model.show(.tag(tag))
                    } label: {
                        Text(verbatim: categoryName(tag))
                    }
                    .accessibilityAddTraits(model.hub.query == .tag(tag) ? .isSelected : [])
                }
            }
            .buttonStyle(.bordered)
        }
    }
}
