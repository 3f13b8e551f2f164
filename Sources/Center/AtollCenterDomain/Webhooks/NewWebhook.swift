import AtollCenterAPI
import Foundation

/// A webhook before it is added.
package struct NewWebhook: Sendable {
    package let address: String
    /// A super app or a mini app, if it is about nothing else.
    package let about: String?
    /// The actions that it receives; empty for all.
    package let actions: Set<AuditAction>

    package init(address: String, about: String?, actions: Set<AuditAction>) {
        self.address = address
        self.about = about
        self.actions = actions
    }

    package static let maximumAddress = 500

    /// An `https` URL without a user and a fragment; with `mayBePrivate`, an `http` one too.
    ///
    /// - Throws: ``ActionError/invalid(_:_:)``.
    func checkedAddress(mayBePrivate: Bool) throws -> String {
        guard let url = URLComponents(string: address), let host = url.host, !host.isEmpty, url.user == nil,
            url.password == nil, url.fragment == nil, url.url != nil,
            url.scheme == "https" || (mayBePrivate && url.scheme == "http")
        else { throw ActionError.invalid("address", "must be an https URL, without a user and a fragment") }
        return address
    }
}
