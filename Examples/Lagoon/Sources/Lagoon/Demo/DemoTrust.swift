import AtollCenter
import AtollPackages
import Crypto
import DurableFiles
import Foundation
import SignedJSON
import TUF

/// The demo's owner, review team and publisher in one: makes their keys, and holds the ceremony by itself.
///
/// In earnest these are three, on machines of their own, with passphrases that nobody else knows.
struct DemoTrust: Sendable {
    let keys: URL
    let repository: URL
    let centerKeys: URL

    /// Known to everybody: what it seals is for trying things out.
    static let passphrase = "lagoon-demo"

    /// The publisher of the mini apps.
    static let publisher = PublisherID("com.example")
    /// What statements name the super app by.
    static let superApp = "com.example.lagoon"

    private static let note = """
        These keys are for a demo. `lagoon` made them by itself, and their passphrase, \(passphrase), is in its source.

        root.key       signs the root: the owner's, on a machine without a network
        targets.key    signs who the publishers are: the review team's, offline too
        publisher.key  signs the versions of com.example's mini apps: the publisher's

        How keys are made in earnest stands in the article A key ceremony.

        """

    /// Whether the ceremony was held.
    var isPrepared: Bool { TUFRepository.exists(in: repository) }

    /// Holds the ceremony where that has not been done.
    ///
    /// - Returns: The first root, which the super app ships.
    func prepare() throws -> Data {
        if !isPrepared {
            try DurableFile.makeFolder(keys)
            try DurableFile.write(Data(Self.note.utf8), to: keys.appending(path: "README.txt"))
            let (owner, reviewer) = (try key("root"), try key("targets"))
            try TrustCeremony.begin(
                in: repository, owners: [owner.signer], reviewers: [reviewer.signer],
                center: CenterKeys(in: centerKeys)
            )
            if let publisher = Self.publisher {
                var ceremony = try TrustCeremony(
                    opening: repository, signers: [reviewer.signer] + CenterKeys(in: centerKeys).signers)
                try ceremony.set(PublisherFile(publisher, keys: [try key("publisher").key]))
                try ceremony.publish()
            }
        }
        return try TUFRepository.firstRoot(in: repository)
    }

    /// The publisher's key, opened.
    func publisherSigner() throws -> Signer { try key("publisher").signer }

    private func key(_ name: String) throws -> PrivateKey {
        let file = keys.appending(path: "\(name).key")
        if let data = FileManager.default.contents(atPath: file.path) {
            return try KeyFile.key(in: data, passphrase: Self.passphrase)
        }
        let key = PrivateKey()
        try DurableFile.write(KeyFile.sealed(key, passphrase: Self.passphrase), to: file, permissions: 0o600)
        return key
    }
}
