import AtollPackages
import AtollRuntime
import ForeignText

/// The URLs of the shell's own pages, and of each mini app.
public struct ShellAddresses: Hashable, Sendable {
    /// `http` or `https`.
    public let scheme: String
    /// The host of the shell's pages, and its port if that is not the default, such as `app.example.com` or `localhost:8080`.
    public let shellAuthority: String
    /// The domain of mini apps, and its port if that is not the default. It follows a mini app's label: `kudos-3f0c….` and then this.
    public let miniAppDomain: String

    private init(scheme: String, shell: String, miniApps: String) {
        self.scheme = scheme
        shellAuthority = WebAuthority(shell, scheme: scheme).text
        miniAppDomain = WebAuthority(miniApps, scheme: scheme).text
    }

    /// Returns the URLs of a shell and its mini apps on this machine, for development. Browsers treat `localhost` as a
    /// public suffix, so each name below it is a site of its own.
    public static func local(port: Int) -> ShellAddresses {
        ShellAddresses(scheme: "http", shell: "localhost:\(port)", miniApps: "localhost:\(port)")
    }

    /// Returns the URLs of a shell and its mini apps below one name of this machine, such as `ada.dev.localhost:8080`.
    package static func local(authority: String) -> ShellAddresses {
        ShellAddresses(scheme: "http", shell: authority, miniApps: authority)
    }

    /// Returns the URLs of a shell at one HTTPS domain and its mini apps below another.
    ///
    /// If both share a registrable domain, browsers treat the mini apps as the same site as the shell: they send
    /// cookies with their requests, and run both in one process. The two must therefore share no more than their
    /// top-level domain. A public suffix such as `co.uk` counts as shared, because this check has no list of public
    /// suffixes.
    ///
    /// - Parameters:
    ///   - shell: The domain of the shell's pages.
    ///   - miniApps: The domain of mini apps.
    ///   - allowsSharedDomain: Whether to accept domains that share more than their top-level domain.
    /// - Throws: ``AddressError/sharedDomain(shell:miniApps:shared:)``.
    public static func https(
        shell: String, miniApps: String, allowsSharedDomain: Bool = false
    ) throws(AddressError) -> ShellAddresses {
        let shared = sharedSuffix(of: shell, and: miniApps)
        guard allowsSharedDomain || shared.count < 2 else {
            throw .sharedDomain(shell: shell, miniApps: miniApps, shared: shared.joined(separator: "."))
        }
        return ShellAddresses(scheme: "https", shell: shell, miniApps: miniApps)
    }

    /// The origin of the shell's pages.
    public var shellOrigin: String { "\(scheme)://\(shellAuthority)" }

    /// Returns the origin of a mini app, which no other mini app has.
    public func origin(of id: MiniAppID) -> String {
        "\(scheme)://\(MiniAppOrigin.label(for: id)).\(miniAppDomain)"
    }

    /// Returns the origin of a mini app's card on a home screen, which is not that of the mini app: a card may do less, and neither
    /// may take the other's cookies or files.
    public func cardOrigin(of id: MiniAppID) -> String {
        "\(scheme)://\(MiniAppOrigin.label(for: id, .card)).\(miniAppDomain)"
    }

    /// Returns the site that a request for `authority` is sent to, however the host is written.
    func site(of authority: String) -> Site {
        let authority = WebAuthority(authority, scheme: scheme).text
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
