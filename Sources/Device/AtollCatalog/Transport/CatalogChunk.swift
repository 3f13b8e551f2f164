import AtollPackages
import Foundation

/// A part of a response.
public enum CatalogChunk: Sendable {
    /// The HTTP status code, which precedes the body.
    case status(Int)
    /// The next bytes of the body.
    case bytes(Data)
}
