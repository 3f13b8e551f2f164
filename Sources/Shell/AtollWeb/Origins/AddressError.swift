import AtollPackages
import AtollRuntime

/// An invalid address in the configuration of a shell.
public enum AddressError: Error, Hashable, CustomStringConvertible {
    /// The shell and the mini apps share a domain.
    case sharedDomain(shell: String, miniApps: String, shared: String)
    /// A trusted proxy is not an address or a range of addresses.
    case badProxy(String)

    public var description: String {
        switch self {
        case .sharedDomain(let shell, let miniApps, let shared):
            """
            The shell (\(shell)) and the mini apps (\(miniApps)) share the domain \(shared), so browsers treat them as \
            one site. Give mini apps a registrable domain that is used for nothing else, or allow a shared domain.
            """
        case .badProxy(let text):
            "\"\(text)\" is not an address or a range of addresses. Expected one such as 10.0.0.7 or 10.0.0.0/8."
        }
    }
}
