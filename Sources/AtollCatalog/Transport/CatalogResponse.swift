import AtollPackages
import Foundation

/// A complete response of the Center.
public struct CatalogResponse: Sendable {
    /// The HTTP status code.
    public let status: Int
    /// The whole body, within the request's limit.
    public let body: Data

    /// Creates a response.
    public init(status: Int, body: Data) {
        self.status = status
        self.body = body
    }
}
