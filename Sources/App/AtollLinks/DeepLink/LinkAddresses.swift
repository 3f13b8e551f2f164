import ForeignText

/// The URLs that belong to an app. Every other scheme and host is refused.
public struct LinkAddresses: Hashable, Sendable {
    /// Custom schemes, in lower case, such as `dla`. The host of such a URL is its first component.
    public var schemes: Set<String>
    /// Web origins, in lower case, with the port if it is not the default of the scheme, and without a dot at the end of the host, such
    /// as `https://lagoon.example`.
    public var origins: Set<String>
    /// The schemes of W3C MiniApp URLs, in lower case.
    public var miniAppSchemes: Set<String>

    /// The URLs with these schemes and origins.
    ///
    /// - Precondition: Each origin is a scheme and a host, such as `https://lagoon.example`. Case and a trailing slash
    ///   make no difference, nor do the default port and a dot at the end of the host.
    public init(schemes: Set<String> = [], origins: Set<String> = [], miniAppSchemes: Set<String> = ["miniapp"]) {
        self.schemes = Set(schemes.map { $0.lowercased() })
        self.origins = Set(
            origins.map { origin in
                let text = origin.lowercased()
                let plain = text.hasSuffix("/") ? String(text.dropLast()) : text
                let host = plain.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
                precondition(
                    host.count == 2 && !host[0].isEmpty && !host[1].isEmpty && !host[1].contains("/"),
                    "\"\(origin)\" is not a valid origin. Expected one such as https://lagoon.example.")
                let scheme = String(host[0])
                return scheme + "://" + WebAuthority(String(host[1]), scheme: scheme).text
            })
        self.miniAppSchemes = miniAppSchemes
    }
}
