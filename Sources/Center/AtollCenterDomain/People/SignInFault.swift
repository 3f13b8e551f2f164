import PrintableText

/// Why a sign-in with a provider failed: a sentence for the person, and what the operator needs.
package struct SignInFault: Error, Hashable, Sendable {
    /// The cause.
    package enum Reason: Hashable, Sendable {
        /// The provider returned an error instead of a code (RFC 6749, section 4.1.2.1).
        case refused(String)
        /// The token names no address.
        case noAddress(claim: String)
        /// The token does not say that the address is verified.
        case unverifiedAddress
        /// No account and no open invitation has the address.
        case stranger
        /// The account with the address is linked to another identity of the provider.
        case otherIdentity
        case suspended
        /// The provider rejects the code: it has expired or was used.
        case code(String)
        /// The provider rejects this Center's client id or secret (RFC 6749, section 5.2).
        case client(String)
        /// The provider accepts secrets only in ways that this Center does not support.
        case method(String)
        /// The answer has no token, or one that can't be used.
        case token(String)
    }

    package let reason: Reason
    /// The provider's name for people.
    package let provider: String

    package init(_ reason: Reason, at provider: String) { (self.reason, self.provider) = (reason, provider) }

    /// For the person: what happened, and what to do next.
    package var sentence: String {
        switch reason {
        case .refused(let error):
            "\(provider) did not sign you in (\(error)). Begin again, or ask the administrators of \(provider) whether you may use this Center."
        case .noAddress:
            "\(provider) did not send your e-mail address, by which this Center knows you. Ask the Center's operator to change that."
        case .unverifiedAddress:
            "\(provider) did not say that your e-mail address is verified. Verify it there, or ask the Center's operator."
        case .stranger:
            "No account at this Center has the address that \(provider) has verified. Ask an administrator of your organization to invite it."
        case .otherIdentity:
            "The account with your address belongs to another identity at \(provider). Sign in with that one, or ask the Center's operator."
        case .suspended: "Your account is suspended. Ask an administrator of your organization."
        case .code: "The sign-in at \(provider) took too long, or was used before. Begin again."
        case .client, .method:
            "\(provider) does not accept this Center. Tell its operator, whose log says why."
        case .token:
            "What \(provider) sent can't be used. Begin again, and tell the Center's operator if that does not help."
        }
    }

    /// For the operator's log. It has no names, addresses or secrets.
    package var logged: String {
        switch reason {
        case .refused(let error): "the provider sent the browser back with an error: \(error)"
        case .noAddress(let claim):
            "the token has no claim \"\(claim)\": have the provider send it, or name another with --sign-in-email-claim"
        case .unverifiedAddress:
            "the token has no \"email_verified\": true. If the provider verifies all its addresses: --sign-in-emails-verified"
        case .stranger: "no account and no invitation has the address"
        case .otherIdentity: "the account with the address is linked to another subject of the provider"
        case .suspended: "the account is suspended"
        case .code(let error): "the provider did not take the code: \(error)"
        case .client(let error):
            "the provider did not take this Center's client id or secret: \(error). Check --sign-in-client and --sign-in-secret"
        case .method(let methods): "the provider takes secrets only by \(methods), which this Center does not support"
        case .token(let error): "the provider's answer can't be used: \(error)"
        }
    }

    /// Returns the parts of a provider's error that may appear in a log and on a page: its code, and those in its
    /// description, such as `AADSTS50011`. The rest of a description may have names, addresses and secrets.
    package static func said(_ error: String, _ description: String = "") -> String {
        let codes = description.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.filter { word in
            (6...20).contains(word.utf8.count) && word.first?.isUppercase == true
                && word.drop { $0.isUppercase }.allSatisfy(\.isNumber) && word.last?.isNumber == true
        }
        return ([error.printable(most: 60)] + Set(codes).sorted().prefix(3).map(String.init)).filter { !$0.isEmpty }
            .joined(separator: " ")
    }
}
