/// The fragments that a rule applies to: a single one, or every member of a family.
public enum FragmentKind<F: Fragment>: Hashable, Sendable, CustomStringConvertible {
    /// A fragment that belongs to no family.
    case single(F)
    /// All members of the family with this name, such as `shop.product`.
    case family(String)

    /// The kind of a fragment.
    ///
    /// - Complexity: That of reflection if the fragment is an enum.
    public init(_ fragment: F) {
        self = FragmentFamilies(of: fragment).family(of: fragment).map { .family($0) } ?? .single(fragment)
    }

    public var description: String {
        switch self {
        case .single(let fragment): fragment.readableName
        case .family(let name): name
        }
    }
}
