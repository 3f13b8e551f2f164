import Foundation
import SignedJSON

/// The texts of a manifest in another language: the object `manifest` in a file such as `i18n/de-CH.json`.
///
/// The drafts name the folder and the localizable members, but not how a file replaces them; decision 014 does.
public struct ManifestTexts: Hashable, Sendable {
    /// The name, 1 to 100 characters, or nil to keep the manifest's.
    public var name: String?
    /// The short name, 1 to 40 characters. If it is nil, the manifest's is kept only if ``name`` is nil too.
    public var shortName: String?
    /// The description, at most 1,000 characters, or nil to keep the manifest's.
    public var summary: String?
    /// The title of the window's bar, at most 100 characters, or nil to keep the manifest's.
    public var barTitle: String?

    /// The folder of the localized texts in a package.
    public static let folder = "i18n/"

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
            var parts = language.lowercased().split(separator: "-").prefix(8)
            while !parts.isEmpty {
                if let path = files[parts.joined(separator: "-")] { return path }
                parts.removeLast()
                // A single-letter subtag only introduces the one after it.
                if parts.count > 1, parts.last?.count == 1 { parts.removeLast() }
            }
        }
        return nil
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
        return manifest
    }
}
