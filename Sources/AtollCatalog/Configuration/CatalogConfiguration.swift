import AtollPackages
import Foundation

/// What a super app decides about its device side: a value, or the keys of its `Info.plist`.
///
/// | key | type | |
/// | --- | --- | --- |
/// | `AtollCenterURL` | string | the Center's address; `http` only for this machine |
/// | `AtollSuperAppID` | string | the super app's id; the bundle's where it is left out |
/// | `AtollSuperAppVersion` | string | its version; the bundle's short version where it is left out |
/// | `AtollTrustAnchor` | string | the name of the file in the bundle that has the repository's root; `root.json` |
/// | `AtollRepository` | string | the digest of the repository's first root, where the anchor is a later one |
/// | `AtollMaxCount` | number | how many mini apps are kept; 0 for any number |
/// | `AtollMaxDays` | number | for how many days since their last use; 0 for any time |
/// | `AtollOfflineDays` | number | for how many days they open without the Center; 30 |
/// | `AtollLoadPolicy` | string | `current` or `cacheFirst` |
public struct CatalogConfiguration: Hashable, Sendable {
    public var center: URL
    public var host: HostIdentity
    public var trustAnchor: TrustAnchor
    public var cacheLimits: CacheLimits
    public var offline: OfflinePolicy
    public var policy: LoadPolicy
    /// The time, in seconds, within which a version that was started has to be ready.
    public var readyWithin: Double = 15

    public init(
        center: URL, host: HostIdentity, trustAnchor: TrustAnchor, cacheLimits: CacheLimits = CacheLimits(),
        offline: OfflinePolicy = OfflinePolicy(), policy: LoadPolicy = .current
    ) {
        self.center = center
        self.host = host
        self.trustAnchor = trustAnchor
        self.cacheLimits = cacheLimits
        self.offline = offline
        self.policy = policy
    }

    /// What the app's bundle says.
    ///
    /// - Throws: ``CatalogError/invalidRequest(_:)`` with the key that is missing or wrong.
    public init(bundle: Bundle = .main, platform: Int = 1) throws(CatalogError) {
        try self.init(information: bundle.infoDictionary ?? [:], platform: platform) { name in
            bundle.url(forResource: name, withExtension: nil).flatMap { try? Data(contentsOf: $0) }
        }
    }

    /// What an information property list says.
    ///
    /// - Parameters:
    ///   - platform: The version of the mini app platform that the app offers.
    ///   - file: The bytes of a file in the bundle, by its name.
    /// - Throws: ``CatalogError/invalidRequest(_:)`` with the key that is missing or wrong.
    public init(
        information: [String: Any], platform: Int = 1, file: (_ name: String) -> Data?
    ) throws(CatalogError) {
        let keys = InformationKeys(information: information)
        let center = try keys.text("AtollCenterURL")
        guard let url = URL(string: center), let name = url.host(), url.scheme == "https" || Self.isLocal(name, url)
        else {
            throw .invalidRequest("AtollCenterURL must be an https address; it is \(center)")
        }
        let anchorName = try keys.text("AtollTrustAnchor", default: "root.json")
        guard let root = file(anchorName) else {
            throw .invalidRequest("AtollTrustAnchor names \(anchorName), which is not in the bundle")
        }
        var repository: BlobDigest?
        if let text = try keys.optionalText("AtollRepository") {
            repository = BlobDigest(hex: text)
            guard repository != nil else { throw .invalidRequest("AtollRepository has to be 64 digits of 0-9 and a-f") }
        }
        let policy = try keys.text("AtollLoadPolicy", default: LoadPolicy.current.rawValue)
        guard let policy = LoadPolicy(rawValue: policy) else {
            throw .invalidRequest("AtollLoadPolicy has to be current or cacheFirst; it is \(policy)")
        }
        let host = HostIdentity(
            superApp: try keys.text("AtollSuperAppID", default: keys.optionalText("CFBundleIdentifier")),
            version: try keys.text(
                "AtollSuperAppVersion", default: keys.optionalText("CFBundleShortVersionString")),
            platform: platform)
        guard HostIdentity(header: host.header) == host else {
            throw .invalidRequest("AtollSuperAppID and AtollSuperAppVersion have no spaces and no slashes in them")
        }
        self.init(
            center: url, host: host, trustAnchor: TrustAnchor(root: root, repository: repository),
            cacheLimits: CacheLimits(
                maxCount: try keys.number("AtollMaxCount", default: 0),
                maxDays: try keys.number("AtollMaxDays", default: 0)),
            offline: OfflinePolicy(maxDays: try keys.number("AtollOfflineDays", default: 30)), policy: policy)
    }

    private static func isLocal(_ host: String, _ url: URL) -> Bool {
        url.scheme == "http" && ["localhost", "127.0.0.1", "::1"].contains(host)
    }
}

/// The values of an information property list, by key and type.
private struct InformationKeys {
    let information: [String: Any]

    func optionalText(_ key: String) throws(CatalogError) -> String? {
        guard let value = information[key] else { return nil }
        guard let text = value as? String, !text.isEmpty else { throw .invalidRequest("\(key) must be a string") }
        return text
    }

    func text(_ key: String, default other: String? = nil) throws(CatalogError) -> String {
        guard let text = try optionalText(key) ?? other else { throw .invalidRequest("\(key) is missing") }
        return text
    }

    func number(_ key: String, default other: Int) throws(CatalogError) -> Int {
        guard let value = information[key] else { return other }
        guard let number = value as? Int, number >= 0 else {
            throw .invalidRequest("\(key) must be a whole number from 0")
        }
        return number
    }
}

extension MiniAppCatalog {
    /// A catalog that keeps what it has in a directory of its own.
    ///
    /// - Parameters:
    ///   - directory: Where the cache and what is trusted lie, such as a folder in the app's caches.
    ///   - isOpen: Whether a version is open somewhere: it is never removed under its user.
    ///   - removeStorage: Removes what a mini app has stored.
    ///   - token: Gives the signed-in user's token each time one is needed, or nil where nobody is signed in.
    /// - Throws: ``CatalogError/untrusted(_:)`` for a bad trust anchor, or as ``MiniAppCache/init(directory:limits:isOpen:removeStorage:now:)``.
    public convenience init(
        _ configuration: CatalogConfiguration, directory: URL, transport: any CatalogTransport = HTTPCatalogTransport(),
        isOpen: @escaping @Sendable (_ id: MiniAppID, _ fileList: BlobDigest) async -> Bool = { _, _ in false },
        removeStorage: @escaping @Sendable (MiniAppID) async throws -> Void = { _ in },
        token: @escaping @Sendable () async throws -> String?
    ) throws(CatalogError) {
        let cache = try MiniAppCache(
            directory: directory.appending(path: "miniapps"), limits: configuration.cacheLimits, isOpen: isOpen,
            removeStorage: removeStorage)
        let releases = try TrustedReleases(
            directory: directory.appending(path: "trust"), anchor: configuration.trustAnchor,
            host: configuration.host, center: configuration.center, transport: transport, offline: configuration.offline
        )
        self.init(
            center: configuration.center, cache: cache, releases: releases, transport: transport,
            policy: configuration.policy, readyWithin: configuration.readyWithin, token: token)
    }
}
