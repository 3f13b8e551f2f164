import AtollNavigation
import SwiftUI

/// The place whose view a container shows.
struct ShownPlace {
    let isThere: @MainActor () -> Bool

    init<F: Fragment>(_ place: F, in navigator: Navigator<F>) {
        isThere = { navigator.path.edges.contains { $0.to == place || $0.from == place } }
    }
}
