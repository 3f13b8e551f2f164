import AtollNavigation
import SwiftUI

/// How a held fragment is shown over the view that holds it.
///
/// ```swift
/// extension Overlay {
///     var layer: FragmentLayer {
///         switch self {
///         case .compose: .sheet
///         case .player: .cover
///         }
///     }
/// }
/// ```
public enum FragmentLayer: Hashable, Sendable {
    /// A sheet, which the user can drag down if the graph allows it to be dismissed.
    case sheet
    /// A full-screen cover; on a Mac, a sheet.
    case cover
}
