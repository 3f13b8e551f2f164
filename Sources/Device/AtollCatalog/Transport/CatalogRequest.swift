import AtollPackages
import Foundation

/// A GET request to the Center.
public struct CatalogRequest: Sendable {
    /// The URL to fetch.
    public var url: URL
    /// The user's token, sent as a bearer token; nil to send none.
    public var token: String?
    /// The super app that runs the mini apps, sent for responses that depend on it.
    public var host: HostIdentity?
    /// The most bytes that the body may have. A transport stops reading there, so that an endless body costs no more
    /// than its limit.
    public var limit: Int
    /// The number of bytes of the body that the caller already has; only those after them are requested. A server that
    /// responds with status 200 rather than 206 sends all of them again.
    public var offset: Int

    /// Creates a request.
    public init(_ url: URL, token: String? = nil, host: HostIdentity? = nil, limit: Int, offset: Int = 0) {
        self.url = url
        self.token = token
        self.host = host
        self.limit = limit
        self.offset = offset
    }
}
