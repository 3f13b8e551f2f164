import AtollNavigation
import SwiftUI

/// A place as the item of a sheet, identified by its fragment.
struct PresentedPlace<F: Fragment>: Identifiable {
    let id: F
}
