import Foundation
import SignedJSON

/// A row of the audit log.
package struct AuditEntry: Hashable, Sendable {
    /// Its number; those of a log are 1, 2, 3 and so on.
    package let number: Int
    /// In milliseconds since 1970.
    package let time: Int
    package let actorKind: String
    package let actor: String
    package let channel: String
    package let action: String
    package let organization: String?
    package let superApp: String?
    package let miniApp: String?
    package let code: Int?
    package let subject: String?
    package let before: String?
    package let after: String?
    package let comment: String?
    /// The SHA-256 of a salt and of the actor's address and program, which are stored separately; empty without them.
    package let origin: Data
    /// The digest of the row before; empty for the first.
    package let previous: Data
    /// The SHA-256 of ``previous`` and of the row.
    package let digest: Data
    /// The actor's address and program, while they are stored.
    package var from: AuditActor.Origin?

    /// The bytes that ``digest`` is of, after ``previous``: canonical JSON of everything else.
    var canonical: [UInt8] {
        func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        return JSONValue.object([
            "number": .integer(number), "time": .integer(time), "actorKind": .string(actorKind),
            "actor": .string(actor), "via": .string(channel), "action": .string(action),
            "organization": optional(organization), "superApp": optional(superApp), "miniApp": optional(miniApp),
            "code": code.map { .integer($0) } ?? .null, "subject": optional(subject), "before": optional(before),
            "after": optional(after), "comment": optional(comment), "origin": .string(origin.hexadecimal),
        ]).canonicalBytes
    }
}
