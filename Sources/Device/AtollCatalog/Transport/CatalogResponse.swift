import AtollPackages
import Foundation

/// A complete response of the Center.
public struct CatalogResponse: Sendable {
    /// The HTTP status code.
    public let status: Int
    /// The whole body, within the request's limit.
    public let body: Data

    /// The server's time, from the `Date` header; nil without one.
    public let date: Date?

    /// Creates a response.
    public init(status: Int, body: Data, date: Date? = nil) {
        self.status = status
        self.body = body
        self.date = date
    }
}
