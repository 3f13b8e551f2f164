import Foundation
import SignedJSON

/// The metadata of a role with its signatures, as it was read: what is signed is kept to the last unknown member.
///
/// Source: TUF specification, section 4.2.
struct SignedMetadata: Sendable {
    let role: String
    let signed: MetadataHeader
    let fields: JSONValue
    /// The bytes that the signatures are over.
    let bytes: [UInt8]
    /// Signatures by the ids of their keys.
    let signatures: [ExactString: Data]

    /// - Parameter last: The last version that is read.
    init(
        parsing data: Data, as role: String, type: String, upTo last: Int = MetadataHeader.lastVersion
    ) throws(TUFError) {
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONValue(parsing: data)
        } catch {
            throw .badJSON(role: role, error)
        }
        let envelope = try MetadataFields(document, of: role, "the file")
        let content = try envelope.object("signed")
        var signatures: [ExactString: Data] = [:]
        for value in try envelope.array("signatures") {
            let entry = try MetadataFields(value, of: role, "a signature")
            let text = try entry.string("sig")
            // A signature that is no hexadecimal text is a bad one, not a reason to refuse the others.
            guard
                signatures.updateValue(Data(hexadecimal: text) ?? Data(), forKey: .init(try entry.string("keyid")))
                    == nil
            else { throw .malformed(role: role, "one key has two signatures") }
        }
        self.role = role
        self.signatures = signatures
        signed = try MetadataHeader(content, type: type, upTo: last)
        fields = .object(content.members)
        bytes = fields.canonicalBytes
    }

    /// Those of a role who have signed. One key under two ids is one key.
    func signers(among keys: RoleKeys) -> [ExactString] {
        var identities: Set<String> = []
        return keys.ids.filter { id in
            guard let key = keys.keys[id], let signature = signatures[id], key.verifies(signature, over: bytes) else {
                return false
            }
            return identities.insert(key.identity).inserted
        }
    }

    /// Makes sure that enough keys of a role have signed.
    func verify(_ keys: RoleKeys) throws(TUFError) {
        let valid = signers(among: keys)
        guard valid.count >= keys.threshold else {
            throw .unsigned(role: role, valid: valid.count, threshold: keys.threshold)
        }
    }
}

/// What the metadata of every role begins with.
struct MetadataHeader: Sendable {
    let version: Int
    let expires: Date
    let expiresText: String

    /// The last version that anything may have, 2⁵³ − 1: every reader of JSON knows it from the next, and adding to it never overflows.
    /// Whoever took a role's keys could set its version to the last one; the keys that follow begin anew.
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
