import Foundation
import SignedJSON

/// The texts of a manifest in another language: the object `manifest` in a file such as `i18n/de-CH.json`.
///
/// The drafts name the folder and the localizable members, but not how a file replaces them; decision 014 does.
public struct ManifestTexts: Hashable, Sendable {
    /// The name, 1 to 100 characters, or `nil` for the manifest's.
    public var name: String?
    /// The short name, 1 to 40 characters. If it is `nil`, the manifest's is used only if ``name`` is `nil`, too.
    public var shortName: String?
    /// The description, at most 1,000 characters, or `nil` for the manifest's.
    public var summary: String?
    /// The title of the window's bar, at most 100 characters, or `nil` for the manifest's.
    public var barTitle: String?
    /// Why permissions and tokens are needed, by the permission's name or the token's audience, at most 50, each with 1
    /// to 500 characters; the others use the manifest's.
    public var reasons: [String: String] = [:]

    /// The folder of the localized texts in a package.
    public static let folder = "i18n/"

    /// The most languages that a package has.
    public static let maximumLanguages = 50

    /// The most bytes of a file with texts: it is read again wherever the mini app's name is shown.
    public static let maximumBytes = 512 * 1024

    /// Returns the texts of a manifest in other languages, by their tags in lower case.
    ///
    /// - Parameter files: Files with their paths, of which those in `i18n/` count.
    public static func all(in files: some Sequence<(String, Data)>) -> [String: ManifestTexts] {
        var found: [String: ManifestTexts] = [:]
        for (path, contents) in files where found.count < maximumLanguages {
            guard let tag = language(ofFile: path), let texts = try? ManifestTexts(decoding: contents, at: path),
                !texts.isEmpty
            else { continue }
            found[tag] = texts
        }
        return found
    }

    /// Whether a file in a package may have such texts, by its path.
    public static func isFile(_ path: String) -> Bool { language(ofFile: path) != nil }

    /// Whether it has no text.
    public var isEmpty: Bool {
        name == nil && shortName == nil && summary == nil && barTitle == nil && reasons.isEmpty
    }

    /// The language of a file in a package by its path, as a BCP 47 tag in lower case: `de-ch` for `i18n/de-CH.json`.
    ///
    /// - Returns: nil for a file without such texts.
    static func language(ofFile path: String) -> String? {
        guard path.hasPrefix(folder), path.hasSuffix(".json") else { return nil }
        let tag = path.dropFirst(folder.count).dropLast(".json".count).lowercased()
        let isTag = tag.utf8.allSatisfy {
            (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
        }
        return (2...35).contains(tag.utf8.count) && isTag ? tag : nil
    }

    /// The texts that suit a user best.
    ///
    /// - Parameters:
    ///   - languages: The user's languages, in order of preference, of which the first 50 count.
    ///   - own: The language of what the texts would replace.
    ///   - find: Returns the texts in a language, by its tag in lower case; `nil` for a language without texts.
    /// - Returns: nil if none suits better than what is there.
    static func best<Texts>(for languages: [String], own: String?, _ find: (String) -> Texts?) -> Texts? {
        let own = own?.lowercased()
        for wanted in languages.prefix(50) {
            for tag in shortened(wanted) {
                if let found = find(tag) { return found }
                if tag == own { return nil }
            }
        }
        return nil
    }

    /// Reads the texts in a file of `i18n/`. Other members of the file belong to the mini app and are ignored.
    ///
    /// - Throws: A ``PackageRefusal`` if the file is not a JSON object or one of the texts is invalid.
    public init(decoding data: Data, at path: String) throws(PackageRefusal) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: data, numbers: .any)
        } catch {
            throw .init(
                .texts, path, "The texts are not valid, unambiguous JSON. \(error.description(in: data))")
        }
        guard case .object(let members) = value else { throw .init(.texts, path, "The texts must be a JSON object.") }
        do throws(PackageRefusal) {
            guard let texts = try ManifestObject(members: members).optionalObject("manifest") else { return }
            name = try texts.optionalString("name", length: 1...100)
            shortName = try texts.optionalString("short_name", length: 1...40)
            summary = try texts.optionalString("description", length: 0...1_000)
            barTitle = try texts.optionalString("navigation_bar_title_text", length: 0...100)
            if let reasons = try texts.optionalObject("reasons") {
                guard reasons.members.count <= 50 else {
                    throw PackageRefusal(.texts, "reasons", "There are more than 50 reasons.")
                }
                for name in reasons.members.keys {
                    self.reasons[String(name.text)] = try reasons.string(name, length: 1...500)
                }
            }
        } catch {
            throw .init(.texts, path, "\(error.subject ?? ""): \(error.reason)")
        }
    }

    /// The file among `paths` with the texts that best match `languages`, in order of preference, or nil if there is
    /// none.
    ///
    /// A tag is shortened part by part until a file matches: `de-CH` finds `i18n/de-CH.json`, or else `i18n/de.json`.
    ///
    /// Source: RFC 4647, section 3.4 (lookup).
    public static func path(for languages: [String], among paths: some Collection<String>) -> String? {
        let files = Dictionary(
            paths.filter { $0.hasPrefix(folder) && $0.hasSuffix(".json") }.map {
                ($0.dropFirst(folder.count).dropLast(".json".count).lowercased(), $0)
            }, uniquingKeysWith: { min($0, $1) })
        for language in languages.prefix(50) {
            if let path = shortened(language).lazy.compactMap({ files[$0] }).first { return path }
        }
        return nil
    }

    /// A tag in lower case, and the shorter ones that it falls back to: `de-ch` and `de` for `de-CH`.
    static func shortened(_ language: String) -> [String] {
        var tags: [String] = []
        var parts = language.lowercased().split(separator: "-").prefix(8)
        while !parts.isEmpty {
            tags.append(parts.joined(separator: "-"))
            parts.removeLast()
            // A single-letter subtag only introduces the one after it.
            if parts.count > 1, parts.last?.count == 1 { parts.removeLast() }
        }
        return tags
    }
}

extension Manifest {
    /// The manifest, with its texts replaced by those that `texts` has.
    public func localized(by texts: ManifestTexts) -> Manifest {
        var manifest = self
        manifest.name = texts.name ?? name
        // A short name in another language is worse than none.
        manifest.shortName = texts.shortName ?? (texts.name == nil ? shortName : nil)
        manifest.summary = texts.summary ?? summary
        manifest.window.barTitle = texts.barTitle ?? window.barTitle
        for index in manifest.permissions.indices {
            manifest.permissions[index].reason =
                texts.reasons[manifest.permissions[index].name] ?? manifest.permissions[index].reason
        }
        for index in manifest.tokens.indices {
            manifest.tokens[index].reason =
                texts.reasons[manifest.tokens[index].audience] ?? manifest.tokens[index].reason
        }
        return manifest
    }
}
