import AtollPackages
import AtollRuntime

extension MiniAppOrigin {
    /// The DNS label of the origin of a mini app or its card: at most 62 characters.
    static func label(for id: MiniAppID, _ surface: Session.Surface) -> String {
        switch surface {
        case .pages: label(for: id)
        case .card: "card-" + label(for: id)
        }
    }
}
