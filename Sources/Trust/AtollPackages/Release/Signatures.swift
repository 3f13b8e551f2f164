import Foundation
import SignedJSON

/// The signatures of some bytes, by the ids of their keys, as signed statements and requests carry them.
struct Signatures: Hashable, Sendable {
    let values: [String: Data]

    /// Signs bytes with each signer, once for each key.
    ///
    /// - Throws: Any error from a signer.
    init(of bytes: [UInt8], by signers: [Signer]) throws {
        values = Dictionary(
            try signers.map { ($0.key.id, try $0.sign(bytes)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether there is a valid signature of these bytes by a key.
    func isValid(by key: VerificationKey, over bytes: [UInt8]) -> Bool {
        values[key.id].map { key.verifies($0, over: bytes) } ?? false
    }

    /// The signatures as JSON, in the order of their keys' ids.
    var json: JSONValue {
        .array(
            values.sorted { $0.key < $1.key }.map {
                .object(["keyid": .string($0.key), "sig": .string($0.value.hexadecimal)])
            })
    }

    /// Reads what ``json`` contains from the member `signatures`.
    ///
    /// - Throws: ``JSONFieldError`` if there are more than `limit` signatures, two of one key, or one that is not
    ///   hexadecimal.
    init(in fields: JSONFields, limit: Int) throws(JSONFieldError) {
        let entries = try fields.array("signatures")
        guard entries.count <= limit else { throw fields.error("signatures", "must list at most \(limit) signatures") }
        var values: [String: Data] = [:]
        for entry in entries {
            let entry = try JSONFields(entry, at: "signatures")
            guard let signature = Data(hexadecimal: try entry.string("sig")) else {
                throw entry.error("sig", "must be hexadecimal digits")
            }
            guard values.updateValue(signature, forKey: try entry.string("keyid")) == nil else {
                throw entry.error("keyid", "appears twice")
            }
        }
        self.values = values
    }
}
