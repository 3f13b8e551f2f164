import AtollPackages
import Foundation

/// Searches inside installed mini apps, by the files that their manifests name as `atoll_search`. Files that were read
/// are cached, up to a number of bytes of files.
package actor SearchableContents {
    private struct Known {
        let entries: ContentEntries
        let bytes: Int
        var lastUse: Int
    }

    /// The contents that were read, by the digest of the version. A file that could not be read is tried again: it may
    /// have been repaired.
    private var known: [SHA256Hash: Known] = [:]
    private var bytes = 0
    private var uses = 0
    private nonisolated let maximumBytes: Int
    /// How many lookups an entry may go unused before it can be dropped.
    private static let oldAge = 1_000

    /// Creates a search that has read nothing yet.
    ///
    /// - Parameter maximumBytes: The most bytes of files whose entries are cached; in memory, each takes about three
    ///   times as much.
    package init(maximumBytes: Int = 16_000_000) { self.maximumBytes = maximumBytes }

    /// Returns the entries that have each of some words: those with more of them in their titles first. Among those,
    /// mini apps take turns, so that none hides the others: first one of each, then the second of each.
    ///
    /// - Parameters:
    ///   - words: The words; see `ContentEntries.ranked(_:limit:)`.
    ///   - miniApps: The mini apps, the most important first.
    ///   - limit: The largest number of entries.
    /// - Complexity: O(*n*) in the length of all texts. Unknown files are read, as many as the cache holds; others are
    ///   left out.
    package nonisolated func matching(
        _ words: [String], in miniApps: [InstalledMiniApp], limit: Int
    ) async -> [FoundEntry] {
        var ranks: [[ArraySlice<FoundEntry>]] = []
        // A search that had to read everything again would take longer than anybody waits.
        var unread = maximumBytes
        for miniApp in miniApps {
            // A user who continues to type has another query by then.
            guard !Task.isCancelled else { return [] }
            guard let entries = await entries(of: miniApp, &unread) else { continue }
            for (rank, found) in entries.ranked(words, limit: limit).enumerated() {
                if ranks.count <= rank { ranks.append([]) }
                ranks[rank].append(found.map { FoundEntry(miniApp: miniApp.manifest.id, entry: $0) }[...])
            }
        }
        return Array(ranks.lazy.map(Self.inTurns).joined().prefix(limit))
    }

    private static func inTurns(_ found: [ArraySlice<FoundEntry>]) -> [FoundEntry] {
        let longest = found.map(\.count).max() ?? 0
        return (0..<longest).flatMap { turn in found.compactMap { $0.dropFirst(turn).first } }
    }

    private nonisolated func entries(of miniApp: InstalledMiniApp, _ unread: inout Int) async -> ContentEntries? {
        guard let path = miniApp.manifest.search, let file = miniApp.file(at: path),
            file.length <= ContentEntries.maximumBytes
        else { return nil }
        if let entries = await use(miniApp.digest) { return entries }
        guard file.length <= unread else { return nil }
        unread -= file.length
        // A file from a package that an older Center did not check may be invalid.
        guard let data = try? miniApp.contents(of: file),
            let entries = try? ContentEntries(decoding: data, at: path, pages: miniApp.manifest.pages)
        else { return nil }
        await keep(entries, of: miniApp.digest, bytes: data.count)
        return entries
    }

    private func use(_ digest: SHA256Hash) -> ContentEntries? {
        uses += 1
        known[digest]?.lastUse = uses
        return known[digest]?.entries
    }

    private func keep(_ entries: ContentEntries, of digest: SHA256Hash, bytes count: Int) {
        guard known[digest] == nil, count <= maximumBytes else { return }
        uses += 1
        // If all that is searched does not fit, some of it stays: with the oldest out first, nothing would ever be
        // there when it is needed.
        for (old, entry) in known where bytes + count > maximumBytes && uses - entry.lastUse > Self.oldAge {
            known[old] = nil
            bytes -= entry.bytes
        }
        guard bytes + count <= maximumBytes else { return }
        known[digest] = Known(entries: entries, bytes: count, lastUse: uses)
        bytes += count
    }
}
