import AtollNavigation

/// Why a link leads nowhere.
public enum ResolutionError<F: Fragment>: Error, Hashable, CustomStringConvertible {
    /// The link can't be read, or no route matches it.
    case link(LinkError)
    /// The graph does not lead there.
    case navigation(NavigationError<F>)

    public var description: String {
        switch self {
        case .link(let error): error.description
        case .navigation(let error): error.description
        }
    }
}
