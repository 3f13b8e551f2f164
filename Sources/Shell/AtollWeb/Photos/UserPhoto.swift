import Foundation

/// A user's photo: the picture, with its color profile if it has one, but without other data that cameras and programs
/// add, such as where it was taken.
struct UserPhoto: Hashable, Sendable {
    enum Format: String, Sendable {
        case jpeg = "image/jpeg"
        case png = "image/png"
    }

    static let maximumBytes = 200_000
    static let maximumSide = 2_048

    let format: Format
    let contents: Data

    /// The photo as a `data:` URL.
    var address: String { "data:\(format.rawValue);base64,\(contents.base64EncodedString())" }

    /// Reads a JPEG or PNG file. It is not decoded: browsers do that, and show the user's initial if they can't.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    /// - Throws: ``PhotoError``.
    init(_ file: Data) throws(PhotoError) {
        guard !file.isEmpty else { throw .missing }
        guard file.count <= Self.maximumBytes else { throw .tooLarge }
        let bytes = [UInt8](file)
        guard
            let (format, picture) = JPEGPicture(bytes).map({ (Format.jpeg, $0.bare) })
                ?? PNGPicture(bytes).map({ (Format.png, $0.bare) })
        else { throw .unreadable }
        guard (1...Self.maximumSide).contains(picture.width), (1...Self.maximumSide).contains(picture.height) else {
            throw picture.width < 1 || picture.height < 1 ? .unreadable : .tooManyPixels
        }
        self.format = format
        contents = Data(picture.bytes)
    }
}
