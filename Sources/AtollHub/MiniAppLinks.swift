import AtollLinks
import AtollNavigation
import AtollPackages

/// A mini app's id is the value of a screen's case, as in `case miniApp(MiniAppID)`, and stands in addresses.
extension MiniAppID: FragmentID, LinkValue {
    public static var any: MiniAppID {
        guard let id = MiniAppID("any.miniapp") else { preconditionFailure("The id is valid.") }
        return id
    }

    public init?(linkText: String) { self.init(linkText) }

    public var linkText: String { rawValue }

    public static var linkDescription: String { "a mini app id, such as com.example.kudos" }
}
