import AtollCatalog
import AtollCenter
import AtollPackages
import AtollTrust
import Foundation
import SignedJSON
import TUF

@testable import AtollCenterSignIn

/// The keys for a test's Center, stored in its directory, and a repository with two bins of publishers and two of
/// releases.
public struct TestTrust: Sendable {
    public static let superApp = "com.example.super"
    public static let host = HostIdentity(superApp: superApp, version: "1.0")
    public static let publisher = PublisherID("com.example")!

    public let owner: PrivateKey
    public let reviewer: PrivateKey
    public let publisherKey: PrivateKey
    /// The folder of the repository.
    public let repository: URL
    public let centerKeys: CenterKeys

    /// Opens the keys in a Center's directory; creates missing ones, and the repository if it does not exist.
    public init(in directory: URL) throws {
        let configuration = CenterConfiguration(
            directory: directory, signInKeys: SignInKeySource { Data() }, issuer: "", superApps: [])
        repository = configuration.repository
        centerKeys = try CenterKeys(in: configuration.keys)
        let offline = directory.appending(path: "offline")
        try FileManager.default.createDirectory(at: offline, withIntermediateDirectories: true)
        func key(_ name: String) throws -> PrivateKey {
            let file = offline.appending(path: name)
            if let data = FileManager.default.contents(atPath: file.path) { return try KeyFile.key(in: data) }
            let key = PrivateKey()
            try KeyFile.open(key).write(to: file)
            return key
        }
        (owner, reviewer, publisherKey) = (try key("owner"), try key("reviewer"), try key("publisher"))
        guard !TUFRepository.exists(in: repository) else { return }
        try TrustCeremony.begin(
            in: repository, owners: [owner.signer], reviewers: [reviewer.signer], center: centerKeys,
            size: TrustSize(publisherBits: 1, releaseBits: 1)
        )
        var ceremony = try ceremony()
        try ceremony.set(PublisherFile(Self.publisher, keys: [publisherKey.key]))
        try ceremony.publish()
    }

    /// A ceremony with the keys of the owner, the review team and the Center.
    public func ceremony() throws -> TrustCeremony {
        try TrustCeremony(
            opening: repository, signers: [owner.signer, reviewer.signer] + centerKeys.signers)
    }

    public var anchor: TrustAnchor { TrustAnchor(root: try! TUFRepository.firstRoot(in: repository)) }

    /// The publisher's signed statement about a package.
    public func statement(
        about package: MiniAppPackage, previous: SHA256Hash? = nil, floor: Int = 0, superApps: [String] = [superApp],
        created: Date = Date(), change: (inout ReleaseStatement) -> Void = { _ in }
    ) throws -> SignedStatement {
        var statement = ReleaseStatement(
            of: package, repository: anchor.repository, superApps: superApps, publisher: Self.publisher, floor: floor,
            previous: previous, created: created
        )
        change(&statement)
        return try SignedStatement(statement, signedBy: [publisherKey.signer])
    }
}
