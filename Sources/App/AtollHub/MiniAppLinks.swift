import AtollLinks
import AtollNavigation
import AtollPackages

/// A mini app's id can be the associated value of a screen, as in `case miniApp(MiniAppID)`, and part of a URL.
extension MiniAppID: FragmentID, LinkValue {
    /// The id that stands for all mini apps in the rules of a graph.
    public static var any: MiniAppID {
        guard let id = MiniAppID("any.miniapp") else { preconditionFailure("The id is valid.") }
        return id
    }

    /// The id in a part of a URL, or nil if it is not a valid one.
    public init?(linkText: String) { self.init(linkText) }

    /// The id as it is written in a URL.
    public var linkText: String { rawValue }

    /// The description of the expected part of a URL, for errors.
    public static var linkDescription: String { "a mini app id, such as com.example.kudos" }
}
