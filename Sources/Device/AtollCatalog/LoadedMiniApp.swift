import AtollPackages
import Foundation

/// A mini app that was loaded, and where it came from.
public struct LoadedMiniApp: Sendable {
    /// The installed version, ready to be served.
    public let miniApp: InstalledMiniApp
    /// The statement that its publisher signed.
    public let statement: ReleaseStatement
    /// Whether it is the current release, a cached one, or one that was opened offline.
    public let origin: Origin
    /// A notice to the user about this version, or `nil`.
    public var notice: Notice?

    package init(
        miniApp: InstalledMiniApp, statement: ReleaseStatement, origin: Origin, notice: Notice? = nil
    ) {
        self.miniApp = miniApp
        self.statement = statement
        self.origin = origin
        self.notice = notice
    }

    /// Where a loaded version came from.
    public enum Origin: Hashable, Sendable {
        /// It is the release that this device accepts now.
        case current
        /// It came from the cache while an update is fetched in the background; the Center was last reached at `since`.
        case cached(since: Date)
        /// The Center is out of reach; this version was accepted when the Center was last reached, at `since`.
        case offline(since: Date)
    }

    /// A notice to the user about a version that was loaded.
    public enum Notice: Hashable, Sendable {
        /// It is newer than the version that was opened last.
        case updated(from: Manifest.Version)
        /// A newer version did not become ready, so the version before it runs.
        case setAside(newer: Manifest.Version)
    }
}

extension LoadedMiniApp {
    /// Whether it was loaded from the cache because the Center is out of reach.
    public var isOffline: Bool {
        if case .offline = origin { true } else { false }
    }

    /// The notice to the user about the version that opens, in a sentence, on the web as in SwiftUI; `nil` without
    /// a notice.
    public var noticeText: String? {
        switch notice {
        case .updated: "Updated to version \(miniApp.manifest.version.name)."
        case .setAside(let newer):
            "Version \(newer.name) did not start. Version \(miniApp.manifest.version.name) is running."
        case nil: nil
        }
    }
}
