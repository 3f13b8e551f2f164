import AtollPackages
import Foundation

/// Values that a page of a web app for another host needs immediately, before a call could be answered: the name of
/// its window, as JSON. The layer takes it from there, and leaves the name empty.
///
/// A window's name is there before the first script, needs no request, works without a connection, and stays with the
/// frame.
public struct LaunchValues: Sendable, Encodable {
    /// The user, with the facts that the mini app may know.
    public struct User: Sendable, Encodable {
        /// The id that only this mini app knows.
        public let id: String
        /// The name, if the user has agreed that the mini app knows it.
        public let name: String?

        /// Describes a user.
        public init(id: String, name: String?) {
            self.id = id
            self.name = name
        }
    }

    private let atoll = "compat"
    private let user: User
    private let storage: [String: String]
    private let context: BridgeValue?
    private let platform: String?
    /// Whether texts may be run as code; nil if not.
    private let evaluates: Bool?
    private let language: String
    private let name: String

    /// The prefix of keys that a web app has put into `localStorage`, in the mini app's storage.
    public static let storagePrefix = "localStorage/"
    /// How much of the storage is handed over, in bytes of keys and values. It is also the most that a web app can put
    /// there.
    public static let maximumStorage = 500_000

    /// Collects the values.
    ///
    /// - Parameters:
    ///   - manifest: The manifest of the mini app.
    ///   - user: The user.
    ///   - language: The language that the user prefers, a BCP 47 tag.
    ///   - stored: What the mini app has in its storage under ``storagePrefix``, with that prefix. What is beyond
    ///     ``maximumStorage`` stays where it is.
    ///   - context: What the super app gives to an app of Portals (`portalInitialContext.value`).
    public init(
        _ manifest: Manifest, user: User, language: String, stored: [String: String], context: BridgeValue? = nil
    ) {
        self.user = user
        self.language = language
        self.context = context
        name = manifest.name
        platform = manifest.compatibility?.platform
        evaluates = manifest.compatibility?.evaluates == true ? true : nil
        var room = Self.maximumStorage
        var storage: [String: String] = [:]
        for (key, value) in stored.sorted(by: { $0.key < $1.key }) where key.hasPrefix(Self.storagePrefix) {
            let length = key.utf8.count + value.utf8.count
            guard length <= room else { continue }
            room -= length
            storage[String(key.dropFirst(Self.storagePrefix.count))] = value
        }
        self.storage = storage
    }

    /// The name of the window.
    public var windowName: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Only text is encoded, so this can't fail.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
