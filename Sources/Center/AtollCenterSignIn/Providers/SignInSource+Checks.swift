import AtollCenterDomain
import BoundedHTTP
import Foundation

extension SignInSource {
    /// - Throws: ``ActionError/invalid(_:_:)`` unless both are URLs that use HTTPS or are on this machine: an attacker
    ///   who can change the keys in transit can sign in as anyone.
    package init(issuer: String, keySet: String) throws(ActionError) {
        func url(_ text: String, _ part: String) throws(ActionError) -> URL {
            guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
                let url = URL(string: text), url.host?.isEmpty == false, url.user == nil, url.protectsSecrets
            else {
                throw .invalid(part, "must be an https URL of at most \(Self.maximumLength) bytes, without a user")
            }
            return url
        }
        _ = try url(issuer, "issuer")
        self.init(issuer: issuer, keySet: try url(keySet, "keySet"))
    }
}
