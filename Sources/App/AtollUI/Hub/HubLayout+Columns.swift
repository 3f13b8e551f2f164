import AtollHub
import SwiftUI

extension HubLayout {
    /// The layout that is shown at a text size: one column where two would leave no room for words.
    func shown(at typeSize: DynamicTypeSize) -> HubLayout { typeSize.isAccessibilitySize ? .oneColumn : self }

    /// The columns of a grid.
    var gridColumns: [GridItem] { Array(repeating: GridItem(.flexible(), spacing: 16), count: columns) }
}
