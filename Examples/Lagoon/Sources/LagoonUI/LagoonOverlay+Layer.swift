import AtollUI
import LagoonScreens

extension LagoonOverlay {
    /// How it lies over the rest.
    var layer: FragmentLayer? {
        switch self {
        case .compose: .sheet
        case .player: .cover
        }
    }
}
