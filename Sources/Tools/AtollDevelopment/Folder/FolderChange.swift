import AtollPackages
import Foundation

/// The action that changed files require in the browser.
package enum FolderChange: String, Codable, Sendable, Comparable {
    /// Style sheets and images are replaced. The page remains, with everything that was entered.
    case looks
    /// The mini app's page is reloaded.
    case page
    /// The page around it is reloaded, too, because it contains the manifest's name, permissions and policy.
    case everything

    package static func < (first: Self, second: Self) -> Bool { first.rank < second.rank }

    private var rank: Int {
        switch self {
        case .looks: 0
        case .page: 1
        case .everything: 2
        }
    }

    /// The action that a change of files requires, which is the largest that one of them does.
    ///
    /// - Parameters:
    ///   - paths: The files that were written, added or removed.
    ///   - changesPolicy: Whether the policy of its pages has changed.
    static func of(_ paths: some Collection<String>, changesPolicy: Bool) -> FolderChange {
        if changesPolicy { return .everything }
        return paths.map(of).max() ?? .looks
    }

    private static let extensionsOfLooks: Set = [
        "css", "png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "ico", "woff", "woff2",
    ]

    private static func of(_ path: String) -> FolderChange {
        if path == Manifest.path { return .everything }
        return extensionsOfLooks.contains(URL(filePath: path).pathExtension.lowercased()) ? .looks : .page
    }
}
