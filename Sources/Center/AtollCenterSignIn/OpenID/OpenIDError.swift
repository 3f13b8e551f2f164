import PrintableText

/// Why what a provider says of itself can't be used.
enum OpenIDError: Error, CustomStringConvertible {
    /// Its document names another issuer than the address it is at.
    case otherIssuer(String)
    /// It names an address that is missing, is not one, or is not protected by TLS.
    case badAddress
    /// It answers a code with something that is not a token.
    case badAnswer

    package var description: String {
        switch self {
        case .otherIssuer(let issuer):
            "the provider's document names another issuer, \"\(issuer.printable())\". If that is the provider, use it as --sign-in-provider. Replace {tenantid} with the id of your tenant"
        case .badAddress: "the provider's document names an address that can't be used"
        case .badAnswer: "the provider answered with something else than a token"
        }
    }
}
