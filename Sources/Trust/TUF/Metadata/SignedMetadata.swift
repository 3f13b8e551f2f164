import Foundation
import SignedJSON

/// The metadata of a role with its signatures, as it was read: the signed content includes all unknown members.
///
/// Source: TUF specification, section 4.2.
struct SignedMetadata: Sendable {
    let role: String
    let signed: MetadataHeader
    let fields: JSONValue
    /// The bytes that are signed.
    let bytes: [UInt8]
    /// The signatures, by the ids of their keys.
    let signatures: [ExactString: Data]

    /// - Parameter last: The highest version that is accepted.
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
            // A signature that is not hexadecimal is invalid, which is no reason to refuse the others.
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

    /// The ids of the role's keys that have signed. A key with two ids counts once.
    func signers(among keys: RoleKeys) -> [ExactString] {
        var identities: Set<String> = []
        return keys.ids.filter { id in
            guard let key = keys.keys[id], let signature = signatures[id], key.verifies(signature, over: bytes) else {
                return false
            }
            return identities.insert(key.identity).inserted
        }
    }

    /// Verifies that enough of a role's keys have signed.
    func verify(_ keys: RoleKeys) throws(TUFError) {
        let valid = signers(among: keys)
        guard valid.count >= keys.threshold else {
            throw .unsigned(role: role, valid: valid.count, threshold: keys.threshold)
        }
    }
}
