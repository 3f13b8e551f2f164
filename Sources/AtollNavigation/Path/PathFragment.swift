/// A place: a fragment with its id, as it stands on a path.
public struct PathFragment<F: Fragment>: Hashable, Sendable {
    public let fragment: F
    /// Which one it is, or nil where the fragment is only one.
    public let id: FragmentID?

    public init(_ fragment: F, id: FragmentID? = nil) {
        self.fragment = fragment
        self.id = id
    }
}

extension PathFragment: CustomStringConvertible {
    public var description: String {
        guard let id else { return "\(fragment)" }
        return "\(fragment)#\(id)"
    }
}

extension PathFragment: Encodable where F: Encodable {}
extension PathFragment: Decodable where F: Decodable {}
