/// Which addresses are an app's own: every other scheme and host is refused.
public struct LinkAddresses: Hashable, Sendable {
    /// Custom schemes, in lower case, such as `dla`; the host of such an address is its first component.
    public var schemes: Set<String>
    /// Web origins, in lower case and with a port where it is not the scheme's own, such as `https://lagoon.example`.
    public var origins: Set<String>
    /// Schemes of W3C MiniApp addresses.
    public var miniAppSchemes: Set<String>

    public init(schemes: Set<String> = [], origins: Set<String> = [], miniAppSchemes: Set<String> = ["miniapp"]) {
        self.schemes = schemes
        self.origins = origins
        self.miniAppSchemes = miniAppSchemes
    }
}
