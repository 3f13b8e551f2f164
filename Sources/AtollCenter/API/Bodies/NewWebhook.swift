import BoundedHTTP
import Foundation

/// A webhook that somebody adds.
struct NewWebhook: Codable, Sendable, Documented {
    let address: String
    /// A super app or a mini app, if it is about nothing else.
    let about: String?
    /// The actions of the audit log that it is told of; all if there are none.
    let actions: [String]?

    static let maximumAddress = 500

    static let schemaName = "NewWebhook"
    static let schema = JSONSchema.object(
        [
            "address": .text(1...maximumAddress), "about": .text(1...200),
            "actions": .list(of: .one(of: AuditAction.allCases.map(\.rawValue)), upTo: 200),
        ], optional: ["about", "actions"])

    /// An `https` URL without a user and a fragment; with `mayBePrivate`, an `http` one too.
    ///
    /// - Throws: ``WorkError/invalid(_:_:)``.
    func checkedAddress(mayBePrivate: Bool) throws -> String {
        guard let url = URLComponents(string: address), let host = url.host, !host.isEmpty, url.user == nil,
            url.password == nil, url.fragment == nil, url.url != nil,
            url.scheme == "https" || (mayBePrivate && url.scheme == "http")
        else { throw WorkError.invalid("address", "must be an https URL, without a user and a fragment") }
        return address
    }

    var checkedActions: [String] {
        get throws { Set(actions ?? []).sorted() }
    }
}
