import Foundation

/// A screenshot of a page.
public struct RenderedPicture: Sendable {
    /// The page, as the manifest names it.
    public let page: String
    /// The device and the colour scheme, such as `phone-light`.
    public let look: String
    /// The image in PNG format.
    public let png: Data

    /// Creates a picture.
    public init(page: String, look: String, png: Data) {
        self.page = page
        self.look = look
        self.png = png
    }
}
