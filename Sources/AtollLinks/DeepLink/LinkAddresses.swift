/// Which addresses are an app's own: every other scheme and host is refused.
public struct LinkAddresses: Hashable, Sendable {
    /// Custom schemes, in lower case, such as `dla`; the host of such an address is its first component.
    public var schemes: Set<String>
    /// Web origins, in lower case and with a port where it is not the scheme's own, such as `https://lagoon.example`.
    public var origins: Set<String>
    /// Schemes of W3C MiniApp addresses.
    public var miniAppSchemes: Set<String>

    /// - Precondition: Each origin is a scheme and a host, such as `https://lagoon.example`. Case and a slash at the end make no difference.
    public init(schemes: Set<String> = [], origins: Set<String> = [], miniAppSchemes: Set<String> = ["miniapp"]) {
        self.schemes = Set(schemes.map { $0.lowercased() })
        self.origins = Set(
            origins.map { origin in
                let text = origin.lowercased()
                let plain = text.hasSuffix("/") ? String(text.dropLast()) : text
                let host = plain.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
                precondition(
                    host.count == 2 && !host[0].isEmpty && !host[1].isEmpty && !host[1].contains("/"),
                    "\"\(origin)\" is not an origin, such as https://lagoon.example.")
                return plain
            })
        self.miniAppSchemes = miniAppSchemes
    }
}
