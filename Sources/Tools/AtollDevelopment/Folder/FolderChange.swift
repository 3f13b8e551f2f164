import AtollPackages
import Foundation

/// The browser's action after files have changed.
package enum FolderChange: String, Codable, Sendable, Comparable {
    /// Style sheets and images are swapped; the page stays, with all that was entered.
    case looks
    /// The mini app's page is loaded again.
    case page
    /// The page around it is loaded again, too: it has the manifest's name, permissions and policy.
    case everything

    package static func < (first: Self, second: Self) -> Bool { first.rank < second.rank }

    private var rank: Int {
        switch self {
        case .looks: 0
        case .page: 1
        case .everything: 2
        }
    }

    /// Returns the action for a change of these files: the largest that one of them needs.
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
