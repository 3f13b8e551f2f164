import AtollPackages
import AtollRuntime

/// Where browsers find the shell's own pages, and each mini app's.
public struct ShellAddresses: Hashable, Sendable {
    /// `http` or `https`.
    public let scheme: String
    /// Host and port of the shell's pages, such as `app.example.com` or `localhost:8080`.
    public let shellAuthority: String
    /// What stands behind a mini app's label: `kudos-3f0c….` and then this.
    public let miniAppDomain: String

    /// The shell and its mini apps on this machine, for trying things out. A browser treats `localhost` as a public
    /// suffix, so each name below it is a site of its own.
    public static func local(port: Int) -> ShellAddresses {
        ShellAddresses(scheme: "http", shellAuthority: "localhost:\(port)", miniAppDomain: "localhost:\(port)")
    }

    /// The shell at one HTTPS name and its mini apps below another.
    ///
    /// Where both share a registrable domain, a browser takes the mini apps for the same site as the shell: cookies
    /// travel with their requests, and one process serves both. So the two must not share more than their top-level
    /// domain, and a domain below which strangers can register names (`co.uk`) counts as shared, since this check
    /// knows no list of them.
    ///
    /// - Parameter allowsSharedDomain: Takes such names all the same.
    /// - Throws: ``AddressError/sharedDomain(shell:miniApps:shared:)``.
    public static func https(
        shell: String, miniApps: String, allowsSharedDomain: Bool = false
    ) throws(AddressError) -> ShellAddresses {
        let shared = sharedSuffix(of: shell, and: miniApps)
        guard allowsSharedDomain || shared.count < 2 else {
            throw .sharedDomain(shell: shell, miniApps: miniApps, shared: shared.joined(separator: "."))
        }
        return ShellAddresses(scheme: "https", shellAuthority: shell, miniAppDomain: miniApps)
    }

    /// The origin of the shell's pages.
    public var shellOrigin: String { "\(scheme)://\(shellAuthority)" }

    /// The origin of a mini app, its alone.
    public func origin(of id: MiniAppID) -> String {
        "\(scheme)://\(MiniAppOrigin.label(for: id)).\(miniAppDomain)"
    }

    /// Who answers a request for `authority`.
    func site(of authority: String) -> Site {
        let authority = authority.lowercased()
        if authority == shellAuthority { return .shell }
        guard authority.hasSuffix("." + miniAppDomain) else { return .unknown }
        let label = authority.dropLast(miniAppDomain.utf8.count + 1)
        return label.contains(".") ? .unknown : .miniApp(label: String(label))
    }

    enum Site: Hashable {
        case shell
        case miniApp(label: String)
        case unknown
    }

    private static func sharedSuffix(of first: String, and second: String) -> [String] {
        func labels(_ authority: String) -> [Substring] {
            authority.lowercased().prefix { $0 != ":" }.split(separator: ".").reversed()
        }
        return zip(labels(first), labels(second)).prefix { $0 == $1 }.map { String($0.0) }.reversed()
    }
}

/// What is wrong with the addresses of a shell.
public enum AddressError: Error, Hashable, CustomStringConvertible {
    /// Shell and mini apps lie in one domain.
    case sharedDomain(shell: String, miniApps: String, shared: String)
    /// A trusted proxy is not an address or a range of addresses.
    case badProxy(String)

    public var description: String {
        switch self {
        case .sharedDomain(let shell, let miniApps, let shared):
            """
            The shell (\(shell)) and the mini apps (\(miniApps)) share the domain \(shared), so browsers take them for \
            one site. Give mini apps a registrable domain that is used for nothing else, or allow a shared domain.
            """
        case .badProxy(let text):
            "\"\(text)\" is not an address or a range of addresses. Expected one such as 10.0.0.7 or 10.0.0.0/8."
        }
    }
}
