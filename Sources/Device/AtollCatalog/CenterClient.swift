import AtollPackages
import BoundedHTTP
import Foundation
import SignedJSON

/// The requests that a device makes to the Center; each response is checked for length and format.
struct CenterClient: Sendable {
    let center: URL
    let transport: any CatalogTransport
    let host: HostIdentity
    let token: @Sendable () async throws -> String?
    let joiner = RequestJoiner()

    static let listingLimit = 64 * 1024
    static let pageLimit = 16 * 1024 * 1024

    init(
        center: URL, transport: any CatalogTransport, host: HostIdentity,
        token: @escaping @Sendable () async throws -> String?
    ) {
        self.center = center
        self.transport = transport
        self.host = host
        self.token = token
    }

    func listings(
        _ search: CatalogSearch, start: Int, count: Int, cursor: String? = nil
    ) async throws(CatalogError) -> MiniAppListingPage {
        guard start >= 0, count >= 0 else {
            throw .invalidRequest("start and count must be 0 or more; they are \(start) and \(count)")
        }
        var items = try search.queryItems()
        if start > 0 { items.append(URLQueryItem(name: "start", value: String(start))) }
        if count > 0 { items.append(URLQueryItem(name: "count", value: String(count))) }
        if let cursor { items.append(URLQueryItem(name: "cursor", value: cursor)) }
        let url = center.appending(path: "v1/miniapps").appending(queryItems: items)
        let response = try await get(url, limit: Self.pageLimit)
        try check(response)
        return try decode(response.body)
    }

    func listing(of id: MiniAppID) async throws(CatalogError) -> MiniAppListing {
        let response = try await get(center.appending(path: "v1/miniapps/\(id)"), limit: Self.listingLimit)
        guard response.status != 404 else { throw .notFound(id) }
        try check(response)
        let listing: MiniAppListing = try decode(response.body)
        guard listing.id == id else { throw .invalidResponse("it is about \(listing.id), not \(id)") }
        return listing
    }

    func presentation(of id: MiniAppID, code: Int) async throws(CatalogError) -> MiniAppPresentation {
        let url = center.appending(path: "v1/miniapps/\(id)/presentation")
            .appending(queryItems: [URLQueryItem(name: "code", value: "\(code)")])
        let response = try await get(url, limit: Self.listingLimit)
        guard response.status != 404 else { throw .notFound(id) }
        try check(response)
        return try decode(response.body)
    }

    /// Returns the bytes of a picture, whose length is unknown.
    func picture(_ digest: SHA256Hash) async throws(CatalogError) -> Data {
        let url = center.appending(path: "v1/blobs/\(digest)")
        let response = try await transport.get(CatalogRequest(url, limit: MiniAppPresentation.maximumPicture))
        try check(response)
        guard SHA256Hash(of: response.body) == digest else { throw .corrupted(digest) }
        guard response.body.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            throw .invalidResponse("it is not a PNG picture")
        }
        return response.body
    }

    /// The bytes of a blob, verified by length and digest.
    func blob(_ digest: SHA256Hash, length: Int) async throws(CatalogError) -> Data {
        // Blobs are public: the request carries no token, so that any CDN can serve it.
        let url = center.appending(path: "v1/blobs/\(digest)")
        let response = try await transport.get(CatalogRequest(url, limit: length))
        try check(response)
        guard response.body.count == length, SHA256Hash(of: response.body) == digest else {
            throw .corrupted(digest)
        }
        return response.body
    }

    private func get(_ url: URL, limit: Int) async throws(CatalogError) -> CatalogResponse {
        try await joiner.response(to: url) { () async throws(CatalogError) -> CatalogResponse in
            let token: String?
            do {
                token = try await self.token()
            } catch {
                throw .unauthorized
            }
            return try await TransferTime.within(.seconds(30)) { () async throws(CatalogError) in
                try await transport.get(CatalogRequest(url, token: token, host: host, limit: limit))
            }
        }
    }

    private func check(_ response: CatalogResponse) throws(CatalogError) {
        switch response.status {
        case 200: return
        case 401, 403: throw .unauthorized
        // Too slow or too often: that says nothing about what was asked for.
        case 408, 429: throw .network("the Center responded with status \(response.status)")
        case 400..<500:
            let problem = try? JSONDecoder().decode(Problem.self, fromForeign: response.body)
            throw .invalidRequest(problem?.detail ?? "the Center responded with status \(response.status)")
        default: throw .network("the Center responded with status \(response.status)")
        }
    }

    /// The Center's description of an error (RFC 9457).
    private struct Problem: Decodable {
        let detail: String
    }

    private func decode<Value: Decodable>(_ body: Data) throws(CatalogError) -> Value {
        do {
            return try JSONDecoder.center.decode(Value.self, fromForeign: body)
        } catch {
            throw .invalidResponse("the JSON does not have the expected format")
        }
    }
}
