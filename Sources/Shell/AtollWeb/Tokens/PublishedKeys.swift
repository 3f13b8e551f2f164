import AtollPackages
import Crypto
import DurableFiles
import Foundation
import JWTKit

/// A key set as it is published (RFC 7517, section 5).
struct PublishedKeys: Encodable {
    struct Key: Encodable {
        let kty = "EC"
        let crv = "P-256"
        let alg = "ES256"
        let use = "sig"
        let kid: String
        let x: String
        let y: String
    }

    let keys: [Key]

    /// How long others may cache it, in seconds.
    static let lifetime: TimeInterval = 300
}
