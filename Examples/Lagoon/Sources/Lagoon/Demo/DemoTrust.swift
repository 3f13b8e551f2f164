import AtollCenter
import AtollPackages
import AtollTrust
import Crypto
import DurableFiles
import Foundation
import SignedJSON
import TUF

/// The demo's owner, review team and publisher in one: creates their keys, and performs the key ceremony automatically.
///
/// In production these are three parties, each with its own machine and its own secret passphrase.
struct DemoTrust: Sendable {
    let keys: URL
    let repository: URL
    let centerKeys: URL

    /// Not secret: the keys that it seals are for trying things out.
    static let passphrase = "lagoon-demo"

    /// The publisher of the mini apps that are released without a review.
    static let publisher = PublisherID("com.example")
    /// The publisher of the mini app that waits for a review.
    static let secondPublisher = PublisherID("com.harbour")
    /// The id of the super app in publishers' statements.
    static let superApp = "com.example.lagoon"

    private static let note = """
        These keys are for a demo. `lagoon` created them, and their passphrase, \(passphrase), is in its source code.

        root.key       signs the root: the owner's, on a machine without a network
        targets.key    signs the list of publishers: the review team's, also offline
        publisher.key  signs the versions of com.example's mini apps: the publisher's
        harbour.key    signs those of com.harbour, another publisher

        The article "A key ceremony" describes how to create keys for production.

        """

    /// Whether the ceremony was performed.
    var isPrepared: Bool { TUFRepository.exists(in: repository) }

    /// Performs the ceremony if that has not been done yet.
    ///
    /// - Returns: The first root, which the super app ships with.
    func prepare() throws -> Data {
        if !isPrepared {
            try DurableFile.makeFolder(keys)
            try DurableFile.write(Data(Self.note.utf8), to: keys.appending(path: "README.txt"))
            let (owner, reviewer) = (try key("root"), try key("targets"))
            try TrustCeremony.begin(
                in: repository, owners: [owner.signer], reviewers: [reviewer.signer],
                center: CenterKeys(in: centerKeys)
            )
            try accept([Self.publisher: "publisher", Self.secondPublisher: "harbour"], reviewer)
        } else if !FileManager.default.fileExists(atPath: keys.appending(path: "harbour.key").path) {
            // The demo of the previous version had one publisher.
            try accept([Self.secondPublisher: "harbour"], try key("targets"))
        }
        return try TUFRepository.firstRoot(in: repository)
    }

    /// Accepts publishers, as the review team does.
    private func accept(_ publishers: [PublisherID?: String], _ reviewer: PrivateKey) throws {
        var ceremony = try TrustCeremony(
            opening: repository, signers: [reviewer.signer] + CenterKeys(in: centerKeys).signers)
        for case (let publisher?, let name) in publishers {
            try ceremony.set(PublisherFile(publisher, keys: [try key(name).key]))
        }
        try ceremony.publish()
    }

    /// A signer with a publisher's key, which is created if it does not exist.
    func signer(of publisher: PublisherID) throws -> Signer {
        try key(publisher == Self.secondPublisher ? "harbour" : "publisher").signer
    }

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
