import Foundation

/// A mini app as the Center lists it for users who may open it: enough to show a tile, and where its files are.
public struct MiniAppListing: Hashable, Sendable, Codable, Identifiable {
    /// The mini app's id.
    public let id: MiniAppID
    /// The name, from the manifest.
    public internal(set) var name: String
    /// A shorter name for where space is limited.
    public internal(set) var shortName: String?
    /// A description of what it is for.
    public internal(set) var summary: String?
    /// The language of the texts, a BCP 47 tag.
    public let language: String?
    /// The current version.
    public let version: Manifest.Version
    /// The manifest's first icon, for tiles, or `nil` without one.
    public var icon: Icon?
    /// The file list of the current version.
    public let files: FileListReference
    /// The time at which the current version was published.
    public let published: Date
    /// Its categories; see ``MiniAppDetails/tags``.
    public var tags: [String]?
    /// The locations where it is useful.
    public var places: [MiniAppDetails.Place]?
    /// The texts in other languages, by BCP 47 tags; see ``localized(in:)``.
    public var texts: [String: Texts]?
    /// Its values for the attributes that the requesting super app defines.
    public var attributes: [String: AttributeValue]?

    /// An icon among the mini app's files.
    public struct Icon: Hashable, Sendable, Codable {
        /// The digest of the file, which is the name of its blob.
        public let sha256: SHA256Hash
        /// The length of the file, in bytes.
        public let length: Int
        /// The path in the package; its extension determines the media type.
        public let path: String

        /// The maximum length of an icon that a device fetches for a tile, in bytes.
        public static let maximumLength = 2 * 1024 * 1024

        /// Creates an icon from its parts.
        public init(sha256: SHA256Hash, length: Int, path: String) {
            self.sha256 = sha256
            self.length = length
            self.path = path
        }
    }

    enum CodingKeys: String, CodingKey {
        case id, name, shortName, summary = "description", language, version, icon, files, published, tags, places,
            texts, attributes
    }

    /// Creates a listing of the version that `manifest` describes, without tags, places and attributes.
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
