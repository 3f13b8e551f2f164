/// A Center's presentation of a mini app's version, for users before they open it: `GET
/// /v1/miniapps/{id}/presentation`.
public struct MiniAppPresentation: Codable, Hashable, Sendable {
    /// The publisher's release notes; empty without any.
    public let notes: String
    /// Pictures of its pages, in the order of the manifest, at most ``maximumPictures``.
    public let pictures: [Picture]

    /// The name of the organization that publishes it, as the Center knows it; nil if it does not say.
    public let publisherName: String?

    /// The most pictures.
    public static let maximumPictures = 40
    /// The longest picture, in bytes.
    public static let maximumPicture = 4 * 1024 * 1024

    /// Creates a presentation.
    public init(notes: String, pictures: [Picture], publisherName: String? = nil) {
        self.publisherName = publisherName
        self.notes = notes
        self.pictures = pictures
    }

    /// The pages that there are pictures of, in the order of the manifest.
    public var pages: [String] {
        pictures.reduce(into: []) { pages, picture in
            if !pages.contains(picture.page) { pages.append(picture.page) }
        }
    }

    /// Returns the picture of a page in the first of `looks` that is available, or nil.
    public func picture(of page: String, in looks: String...) -> Picture? {
        looks.lazy.compactMap { look in pictures.first { $0.page == page && $0.look == look } }.first
    }

    /// A picture of a page, a PNG, which the Center's browser has made.
    public struct Picture: Codable, Hashable, Sendable {
        /// The page, as the manifest names it.
        public let page: String
        /// The device and the colour scheme, such as `phone-dark`.
        public let look: String
        /// Its digest, by which its bytes are found.
        public let sha256: SHA256Hash

        /// Creates a picture.
        public init(page: String, look: String, sha256: SHA256Hash) {
            self.page = page
            self.look = look
            self.sha256 = sha256
        }
    }
}
