import Foundation

extension MiniAppListing {
    /// The texts of a listing in another language.
    public struct Texts: Hashable, Sendable, Codable {
        /// The name; nil for that of the listing.
        public let name: String?
        /// The short name.
        public let shortName: String?
        /// The description; nil for that of the listing.
        public let summary: String?

        enum CodingKeys: String, CodingKey {
            case name, shortName
            case summary = "description"
        }

        init?(_ texts: ManifestTexts) {
            guard texts.name != nil || texts.summary != nil else { return nil }
            (name, shortName, summary) = (texts.name, texts.shortName, texts.summary)
        }

        /// In bytes, as JSON has it at most.
        fileprivate var length: Int {
            [name, shortName, summary].reduce(100) { sum, text in
                sum + (text ?? "").utf8.reduce(0) { $0 + ($1 < 0x20 ? 6 : $1 == 0x22 || $1 == 0x5c ? 2 : 1) }
            }
        }
    }

    /// The longest texts of all other languages together, in bytes, and of how many there are some; those that come
    /// last in the order of their tags are left out.
    private static let maximumTexts = 16 * 1024
    private static let maximumLanguages = 50

    /// The texts of a package in other languages, by BCP 47 tags; nil if it has none.
    public static func texts(of package: MiniAppPackage) -> [String: Texts]? {
        var found: [String: Texts] = [:]
        var length = 0
        for file in package.files {
            guard let tag = ManifestTexts.language(ofFile: file.path),
                let texts = (try? ManifestTexts(decoding: file.contents, at: file.path)).flatMap(Texts.init)
            else { continue }
            length += texts.length
            guard length <= maximumTexts, found.count < maximumLanguages else { break }
            found[tag] = texts
        }
        return found.isEmpty ? nil : found
    }

    /// The listing with the texts that best match `languages`, in order of preference; unchanged if it has none in any
    /// of them, or if the first of them that it has is its own.
    public func localized(in languages: [String]) -> MiniAppListing {
        guard let texts, let found = ManifestTexts.best(for: languages, own: language, { texts[$0] }) else {
            return self
        }
        var listing = self
        listing.name = found.name ?? name
        listing.shortName = found.shortName ?? (found.name == nil ? shortName : nil)
        listing.summary = found.summary ?? summary
        return listing
    }
}
