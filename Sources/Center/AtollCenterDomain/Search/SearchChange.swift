import AtollPackages
import Foundation

/// A change that can affect searches.
package enum SearchChange: Sendable {
    /// A mini app has changed; nil while searches don't find it.
    case entry(before: SearchEntry?, after: SearchEntry?)
    /// A super app's attributes or featured mini apps have changed.
    case everything
}

extension SearchChange {
    /// The entries before and after, as databases store them.
    private struct Entries: Codable {
        let before: SearchEntry?
        let after: SearchEntry?
    }

    /// Reads ``stored``.
    package init(stored: String?) throws {
        guard let stored else {
            self = .everything
            return
        }
        let entries = try JSONDecoder.center.decode(Entries.self, from: Data(stored.utf8))
        self = .entry(before: entries.before, after: entries.after)
    }

    /// The change as databases store it for other processes: JSON, or nil for everything.
    package var stored: String? {
        get throws {
            guard case .entry(let before, let after) = self else { return nil }
            return try SearchEntry.text(of: Entries(before: before, after: after))
        }
    }
}
