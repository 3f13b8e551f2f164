import AtollPackages
import Foundation

/// The configuration of a super app's catalog, created in code or read from its `Info.plist`.
///
/// | key | type | |
/// | --- | --- | --- |
/// | `AtollCenterURL` | string | the Center's URL; `http` only for this machine |
/// | `AtollSuperAppID` | string | the super app's id; by default the bundle's identifier |
/// | `AtollSuperAppVersion` | string | its version; by default the bundle's short version |
/// | `AtollTrustAnchor` | string | the bundle's file with the repository's root; by default `root.json` |
/// | `AtollRepository` | string | the digest of the repository's first root, if the anchor is a later one |
/// | `AtollMaxCount` | number | the most mini apps in the cache; 0, the default, for no limit |
/// | `AtollMaxDays` | number | the days that they are retained after their last use; 0, the default, for no limit |
/// | `AtollOfflineDays` | number | the days that they open without the Center; by default 30 |
/// | `AtollGroups` | string | names of groups, separated by spaces, that get some releases first; by default none |
/// | `AtollReportsUsage` | boolean | whether what was counted is sent to the Center, without ids; by default true |
/// | `AtollLoadPolicy` | string | `current`, the default, or `cacheFirst` |
public struct CatalogConfiguration: Hashable, Sendable {
    /// The Center's URL.
    public var center: URL
    /// The super app that runs the mini apps: its id, its version, and the platform version that it offers.
    public var host: HostIdentity
    /// The root of trust for the Center's repository.
    public var trustAnchor: TrustAnchor
    /// How many mini apps are retained, and for how long.
    public var cacheLimits: CacheLimits
    /// For how long cached mini apps open without the Center.
    public var offline: OfflinePolicy
    /// The policy for loads that do not pass their own.
    public var policy: LoadPolicy
    /// The groups that this build or device is in: releases may go to some of them first.
    public var groups: Set<String> = []
    /// Whether openings, starts, errors and the like are counted, and the numbers sent to the Center, without ids of
    /// users or devices.
    public var reportsUsage = true
    /// The time within which a version that was started must become ready.
    public var readyWithin = Duration.seconds(15)

    /// Creates a configuration in code.
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

    /// Reads the configuration from the bundle's `Info.plist`.
    ///
    /// - Parameter platform: The version of the mini app platform that the app offers.
    /// - Throws: ``CatalogError/invalidRequest(_:)`` with the key that is missing or invalid.
    public init(bundle: Bundle = .main, platform: Int = HostIdentity.offeredPlatform) throws(CatalogError) {
        try self.init(information: bundle.infoDictionary ?? [:], platform: platform) { name in
            bundle.url(forResource: name, withExtension: nil).flatMap { try? Data(contentsOf: $0) }
        }
    }

    /// Reads the configuration from the values of an `Info.plist`.
    ///
    /// - Parameters:
    ///   - information: The values, by key.
    ///   - platform: The version of the mini app platform that the app offers.
    ///   - file: Returns the bytes of a file in the bundle, by its name.
    /// - Throws: ``CatalogError/invalidRequest(_:)`` with the key that is missing or invalid.
    public init(
        information: [String: Any], platform: Int = HostIdentity.offeredPlatform, file: (_ name: String) -> Data?
    ) throws(CatalogError) {
        let keys = InformationKeys(information: information)
        let center = try keys.text("AtollCenterURL")
        guard let url = URL(string: center), let name = url.host(), url.scheme == "https" || Self.isLocal(name, url)
        else {
            throw .invalidRequest("AtollCenterURL must be an https URL; it is \(center)")
        }
        let anchorName = try keys.text("AtollTrustAnchor", default: "root.json")
        guard let root = file(anchorName) else {
            throw .invalidRequest("AtollTrustAnchor names \(anchorName), which is not in the bundle")
        }
        var repository: SHA256Hash?
        if let text = try keys.optionalText("AtollRepository") {
            repository = SHA256Hash(hex: text)
            guard repository != nil else { throw .invalidRequest("AtollRepository must be 64 digits of 0-9 and a-f") }
        }
        let policy = try keys.text("AtollLoadPolicy", default: LoadPolicy.current.rawValue)
        guard let policy = LoadPolicy(rawValue: policy) else {
            throw .invalidRequest("AtollLoadPolicy must be current or cacheFirst; it is \(policy)")
        }
        let host = HostIdentity(
            superApp: try keys.text("AtollSuperAppID", default: keys.optionalText("CFBundleIdentifier")),
            version: try keys.text(
                "AtollSuperAppVersion", default: keys.optionalText("CFBundleShortVersionString")),
            platform: platform)
        guard HostIdentity(header: host.header) == host else {
            throw .invalidRequest("AtollSuperAppID and AtollSuperAppVersion must not contain spaces or slashes")
        }
        self.init(
            center: url, host: host, trustAnchor: TrustAnchor(root: root, repository: repository),
            cacheLimits: CacheLimits(
                maxCount: try keys.number("AtollMaxCount", default: 0),
                maxDays: try keys.number("AtollMaxDays", default: 0)),
            offline: OfflinePolicy(maxDays: try keys.number("AtollOfflineDays", default: 30)), policy: policy)
        reportsUsage = try keys.flag("AtollReportsUsage", default: true)
        groups = Set((try keys.optionalText("AtollGroups") ?? "").split(separator: " ").map(String.init))
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

    func flag(_ key: String, default other: Bool) throws(CatalogError) -> Bool {
        guard let value = information[key] else { return other }
        guard let flag = value as? Bool else { throw .invalidRequest("\(key) must be true or false") }
        return flag
    }

    func number(_ key: String, default other: Int) throws(CatalogError) -> Int {
        guard let value = information[key] else { return other }
        guard let number = value as? Int, number >= 0 else {
            throw .invalidRequest("\(key) must be a whole number, 0 or more")
        }
        return number
    }
}

extension MiniAppCatalog {
    /// Creates a catalog with its own cache.
    ///
    /// - Parameters:
    ///   - directory: Stores the cache and the trusted metadata; for example, a folder in the app's caches directory.
    ///   - isOpen: Returns whether a version is open anywhere; an open version is never removed.
    ///   - removeStorage: Removes the data that a mini app has stored, for all users.
    ///   - token: Returns the signed-in user's token each time one is needed, or nil if no user is signed in.
    /// - Throws: ``CatalogError/untrusted(_:)`` for a bad trust anchor, or an error of
    ///   ``MiniAppCache/init(directory:limits:isOpen:removeStorage:setAside:noteSetAside:usage:now:)``.
    public convenience init(
        _ configuration: CatalogConfiguration, directory: URL, transport: any CatalogTransport = HTTPCatalogTransport(),
        isOpen: @escaping @Sendable (_ id: MiniAppID, _ fileList: SHA256Hash) async -> Bool = { _, _ in false },
        removeStorage: @escaping @Sendable (MiniAppID) async throws -> Void = { _ in },
        token: @escaping @Sendable () async throws -> String?
    ) throws(CatalogError) {
        let cache = try MiniAppCache(
            directory: directory.appending(path: "miniapps"), limits: configuration.cacheLimits, isOpen: isOpen,
            removeStorage: removeStorage,
            usage: configuration.reportsUsage
                ? UsageLog(
                    file: directory.appending(path: "usage"), readyWithin: configuration.readyWithin) : nil)
        let releases = try TrustedReleases(
            directory: directory.appending(path: "trust"), anchor: configuration.trustAnchor,
            host: configuration.host, center: configuration.center, transport: transport, offline: configuration.offline
        )
        self.init(
            center: configuration.center, cache: cache, releases: releases, transport: transport,
            policy: configuration.policy, readyWithin: configuration.readyWithin, groups: configuration.groups,
            token: token)
    }
}
