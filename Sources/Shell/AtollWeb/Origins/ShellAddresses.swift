import AtollPackages
import AtollRuntime
import ForeignText

/// The URLs of the shell's own pages, and of each mini app.
public struct ShellAddresses: Hashable, Sendable {
    /// `http` or `https`.
    public let scheme: String
    /// The host of the shell's pages, and its port if that is not the default, such as `app.example.com` or
    /// `localhost:8080`.
    public let shellAuthority: String
    /// The domain of mini apps, and its port if that is not the default. It follows a mini app's label: `kudos-3f0c….`
    /// and then this.
    public let miniAppDomain: String
    /// Whether browsers treat each mini app as its own site, because their domain is a public suffix. Otherwise, a mini
    /// app can store cookies that others receive, and can break others by storing many.
    public let miniAppsAreSites: Bool
    /// The date of the list that this is based on, if it has one.
    let suffixDate: String?

    private init(
        scheme: String, shell: String, miniApps: String, miniAppsAreSites: Bool, suffixDate: String? = nil
    ) {
        self.scheme = scheme
        self.suffixDate = suffixDate
        self.miniAppsAreSites = miniAppsAreSites
        shellAuthority = WebAuthority(shell, scheme: scheme).text
        miniAppDomain = WebAuthority(miniApps, scheme: scheme).text
    }

    /// Returns the URLs of a shell and its mini apps on this machine, to develop with. Browsers treat `localhost` as a
    /// public suffix, so each name below it is its own site.
    public static func local(port: Int) -> ShellAddresses {
        ShellAddresses(
            scheme: "http", shell: "localhost:\(port)", miniApps: "localhost:\(port)", miniAppsAreSites: true)
    }

    /// Returns the URLs of a shell and its mini apps below one name of this machine, such as `ada.dev.localhost:8080`.
    package static func local(authority: String) -> ShellAddresses {
        ShellAddresses(scheme: "http", shell: authority, miniApps: authority, miniAppsAreSites: true)
    }

    /// Returns the URLs of a shell at one HTTPS domain and its mini apps below another.
    ///
    /// If both share a registrable domain, browsers treat the mini apps as the same site as the shell: they send
    /// cookies with their requests, and run both in one process.
    ///
    /// - Parameters:
    ///   - shell: The domain of the shell's pages.
    ///   - miniApps: The domain of mini apps.
    ///   - allowsSharedDomain: Whether to accept domains that share a registrable domain.
    ///   - suffixes: The public suffixes. If your domain was added after ``PublicSuffixList/bundled``, pass a newer
    ///     list.
    /// - Throws: ``AddressError/sharedDomain(shell:miniApps:shared:)``.
    public static func https(
        shell: String, miniApps: String, allowsSharedDomain: Bool = false, suffixes: PublicSuffixList = .bundled
    ) throws(AddressError) -> ShellAddresses {
        // If the mini apps' domain is a suffix, the site of each one ends below it.
        let (own, theirs) = (suffixes.site(of: shell) ?? shell, suffixes.site(of: miniApps))
        guard allowsSharedDomain || theirs != own else {
            throw .sharedDomain(shell: shell, miniApps: miniApps, shared: own)
        }
        return ShellAddresses(
            scheme: "https", shell: shell, miniApps: miniApps, miniAppsAreSites: suffixes.isSuffix(miniApps),
            suffixDate: suffixes.date)
    }

    /// The origin of the shell's pages.
    public var shellOrigin: String { "\(scheme)://\(shellAuthority)" }

    /// Returns the origin of a mini app, which it shares with no other mini app.
    public func origin(of id: MiniAppID) -> String {
        "\(scheme)://\(MiniAppOrigin.label(for: id)).\(miniAppDomain)"
    }

    /// Returns the origin of a mini app's card on a home screen. It differs from that of the mini app, because a card
    /// may do less, and neither may access the other's cookies or files.
    public func cardOrigin(of id: MiniAppID) -> String {
        "\(scheme)://\(MiniAppOrigin.label(for: id, .card)).\(miniAppDomain)"
    }

    /// The mini apps' domain without a port.
    var miniAppHost: String { String(miniAppDomain.prefix { $0 != ":" }) }

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
}
