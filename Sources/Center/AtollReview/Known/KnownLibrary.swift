import AtollPackages
import Foundation

/// A published file of a library that mini apps should not contain.
struct KnownLibrary: Decodable {
    let sha256: SHA256Hash
    let name: String
    let version: String
    let severity: Finding.Severity
    /// The fault, in a sentence.
    let reason: String

    /// The libraries of `libraries.json`, by digest.
    static let all: [SHA256Hash: KnownLibrary] = {
        do {
            let list: [KnownLibrary] = try DataFile.decoded("libraries")
            return Dictionary(list.map { ($0.sha256, $0) }, uniquingKeysWith: { first, _ in first })
        } catch {
            preconditionFailure("The module's own data can't be read: \(error)")
        }
    }()
}
