import AtollUI
import LagoonScreens

extension LagoonOverlay {
    /// The layer in which the overlay is shown.
    var layer: FragmentLayer? {
        switch self {
        case .compose: .sheet
        case .player: .cover
        }
    }
}
