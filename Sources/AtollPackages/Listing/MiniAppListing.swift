import Foundation

/// What the Center says of a mini app to those who may open it: enough for a tile, and where its files are.
public struct MiniAppListing: Hashable, Sendable, Codable, Identifiable {
    public let id: MiniAppID
    /// The name, from the manifest.
    public let name: String
    /// The name where space is short.
    public let shortName: String?
    /// What it is for.
    public let summary: String?
    /// The language of the texts, a BCP 47 tag.
    public let language: String?
    /// The current version.
    public let version: Manifest.Version
    /// The picture for tiles, or nil where the manifest names none.
    public var icon: Icon?
    /// The file list of the current version.
    public let files: FileListReference
    /// When the current version was published.
    public let published: Date
    /// What it is sorted under.
    public var tags: [String]?
    /// Where it is of use.
    public var places: [MiniAppDetails.Place]?
    /// Its values of the attributes that the super app defines which asked.
    public var attributes: [String: AttributeValue]?

    /// A picture among the mini app's files.
    public struct Icon: Hashable, Sendable, Codable {
        public let sha256: BlobDigest
        /// In bytes.
        public let length: Int
        /// The path in the package, from whose extension the media type follows.
        public let path: String

        /// The longest picture that a device fetches for a tile, in bytes.
        public static let maximumLength = 2 * 1024 * 1024

        public init(sha256: BlobDigest, length: Int, path: String) {
            self.sha256 = sha256
            self.length = length
            self.path = path
        }
    }

    enum CodingKeys: String, CodingKey {
        case id, name, shortName, summary = "description", language, version, icon, files, published, tags, places,
            attributes
    }

    public init(
        manifest: Manifest, icon: Icon?, files: FileListReference, published: Date
    ) {
        id = manifest.id
        name = manifest.name
        shortName = manifest.shortName
        summary = manifest.summary
        language = manifest.language
        version = manifest.version
        self.icon = icon
        self.files = files
        self.published = published
    }
}

/// A part of a list of mini apps.
public struct MiniAppListingPage: Hashable, Sendable, Codable {
    public let items: [MiniAppListing]
    /// The place of the first item in the whole list, from 0.
    public let start: Int
    /// The length of the whole list, counted up to ``maximumTotal``: that number means so many or more.
    public let total: Int
    /// Where the list goes on, for the next request; nil at its end.
    public let next: String?

    /// How far lists are counted.
    public static let maximumTotal = 1_000
    /// The most items of a page.
    public static let maximumCount = 1_000
    /// How far into a list `start` reaches; beyond, ``next`` leads on.
    public static let maximumStart = 10_000

    public init(items: [MiniAppListing], start: Int, total: Int, next: String? = nil) {
        self.items = items
        self.start = start
        self.total = total
        self.next = next
    }

    /// The bytes as the Center sends them: dates in ISO 8601, keys sorted.
    public static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// Reads what ``encoder`` writes.
    public static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
