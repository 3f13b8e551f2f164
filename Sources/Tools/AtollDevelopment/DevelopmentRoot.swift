import Crypto
import Foundation
import SignedJSON
import TUF

/// A root of trust that never verifies anything. A development shell installs no releases, but requires a root.
enum DevelopmentRoot {
    /// Returns a root, signed with a key that is thrown away.
    static func make(in folder: URL) throws -> Data {
        let signer = Signer(Curve25519.Signing.PrivateKey())
        let role = TUFRolePlan([signer.key], lifetime: 86_400)
        var repository = TUFRepository(
            in: folder, plan: .init(root: role, targets: role, snapshot: role, timestamp: role), signers: [signer])
        try repository.publish()
        return try TUFRepository.firstRoot(in: folder)
    }
}
