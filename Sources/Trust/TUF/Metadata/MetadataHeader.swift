import Foundation
import SignedJSON

/// The members that the metadata of every role has.
struct MetadataHeader: Sendable {
    let version: Int
    let expires: Date
    let expiresText: String

    /// The last version of anything, 2⁵³ − 1: every JSON parser can distinguish it from the next, and adding to it
    /// never overflows. An attacker with a role's keys could set its version to the last one; with new keys, versions
    /// restart.
    static let lastVersion = (1 << 53) - 1

    init(_ fields: MetadataFields, type: String, upTo last: Int) throws(TUFError) {
        let found = try fields.string("_type")
        guard found == type else { throw .malformed(role: fields.role, "its type is \"\(found)\"") }
        let specification = try fields.string("spec_version")
        let numbers = specification.split(separator: ".", omittingEmptySubsequences: false)
        guard (2...3).contains(numbers.count), numbers[0] == "1",
            numbers.allSatisfy({
                (1...9).contains($0.utf8.count) && $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
            })
        else { throw .specVersion(role: fields.role, specification) }
        version = try fields.integer("version", atLeast: 1, atMost: last)
        expiresText = try fields.string("expires")
        guard let date = Timestamp.date(expiresText) else {
            throw .malformed(role: fields.role, "\"\(expiresText)\" is not a time")
        }
        expires = date
    }
}
