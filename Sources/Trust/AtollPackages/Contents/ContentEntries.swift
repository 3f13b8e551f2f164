import Foundation
import SignedJSON

/// The searchable contents of a version of a mini app: the file that its manifest names as `atoll_search`.
///
/// ```json
/// {"entries": [{"title": "Ada Keller", "detail": "Engineering manager", "words": "Lagos Kotlin", "page":
/// "pages/person?id=189"}]}
/// ```
/// The file belongs to the package, so it is signed, reviewed and updated with it. What a user has entered in the mini
/// app is not in it.
public struct ContentEntries: Sendable {
    /// The entries, in the order of the file.
    public let entries: [ContentEntry]
    private let texts: [(title: WordText, others: WordText)]

    /// The largest number of entries.
    public static let maximumCount = 2_000
    /// The largest size of the file, in bytes.
    public static let maximumBytes = 1_000_000

    /// Reads the file.
    ///
    /// - Parameters:
    ///   - path: The path of the file, for the errors.
    ///   - pages: The pages of the manifest, to which entries may lead.
    /// - Throws: A ``PackageRefusal`` with the rule ``PackageRefusal/Rule/search``.
    /// - Complexity: O(*n*) in the length of the file.
    public init(decoding data: Data, at path: String, pages: [String]) throws(PackageRefusal) {
        guard data.count <= Self.maximumBytes else {
            throw .init(.search, path, "\(data.count) bytes; at most \(Self.maximumBytes) are allowed.")
        }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: data, numbers: .any)
        } catch {
            throw .init(.search, path, "The entries are not valid, unambiguous JSON. \(error.description(in: data))")
        }
        guard case .object(let members) = value else {
            throw .init(.search, path, "Expected a JSON object with the member \"entries\".")
        }
        let pages = Set(pages)
        do throws(PackageRefusal) {
            entries = try ManifestObject(members: members).objects("entries", count: 1...Self.maximumCount)
                .map { object throws(PackageRefusal) in try ContentEntry(object, pages: pages) }
        } catch {
            throw .init(.search, path, "\(error.subject ?? ""): \(error.reason)")
        }
        texts = entries.map { entry in
            (WordText(entry.title), WordText([entry.detail, entry.words].compactMap(\.self).joined(separator: " ")))
        }
    }

    /// Returns the entries in which each of some words begins a word, ignoring case and accents.
    ///
    /// - Parameters:
    ///   - words: The words, separated by anything but letters and numbers; only the first 8, and 40 characters of
    ///     each, are used. With no words, nothing is found.
    ///   - limit: The largest number of entries of each rank.
    /// - Returns: The entries by how many of the words their titles lack: those at index 0 have all of them in their
    ///   titles. Otherwise in the order of the file.
    /// - Complexity: O(*n*) in the length of all texts.
    public func ranked(_ words: [String], limit: Int) -> [[ContentEntry]] {
        let words = Array(words.flatMap(WordText.words).prefix(Self.maximumWords))
        guard !words.isEmpty, limit > 0 else { return [] }
        var found = [[ContentEntry]](repeating: [], count: words.count + 1)
        for (index, entry) in entries.enumerated() {
            // A user who continues to type has another query by then.
            if index.isMultiple(of: 128), Task.isCancelled { return [] }
            let missing = words.filter { !texts[index].title.has($0) }
            guard found[missing.count].count < limit, missing.allSatisfy(texts[index].others.has) else { continue }
            found[missing.count].append(entry)
            // Nothing better can follow.
            if found[0].count == limit { break }
        }
        return found
    }

    /// Returns the entries of ``ranked(_:limit:)``, the best first.
    public func matching(_ words: [String], limit: Int) -> [ContentEntry] {
        Array(ranked(words, limit: limit).joined().prefix(limit))
    }

    private static let maximumWords = 8
}
