import AtollPackages
import Foundation

/// The calls that a device makes to the Center, each checked for length and form.
struct CenterClient: Sendable {
    let center: URL
    let transport: any CatalogTransport
    let token: @Sendable () async throws -> String?

    static let listingLimit = 64 * 1024
    static let pageLimit = 16 * 1024 * 1024

    func listings(start: Int, count: Int) async throws(CatalogError) -> MiniAppListingPage {
        guard start >= 0, count >= 0 else {
            throw .invalidRequest("start and count must be 0 or more; they are \(start) and \(count)")
        }
        let url = center.appending(path: "v1/miniapps").appending(queryItems: [
            URLQueryItem(name: "start", value: String(start)), URLQueryItem(name: "count", value: String(count)),
        ])
        let response = try await get(url, limit: Self.pageLimit)
        try check(response.status)
        return try decode(response.body)
    }

    func listing(of id: MiniAppID) async throws(CatalogError) -> MiniAppListing {
        let response = try await get(center.appending(path: "v1/miniapps/\(id)"), limit: Self.listingLimit)
        guard response.status != 404 else { throw .notFound(id) }
        try check(response.status)
        let listing: MiniAppListing = try decode(response.body)
        guard listing.id == id else { throw .invalidResponse("it is about \(listing.id), not \(id)") }
        return listing
    }

    /// The bytes of a blob, whose length and digest are compared before they count.
    func blob(_ digest: BlobDigest, length: Int) async throws(CatalogError) -> Data {
        // Blobs are public: no token goes with the request, so that any CDN can answer it.
        let url = center.appending(path: "v1/blobs/\(digest)")
        let response = try await transport.get(url, token: nil, limit: length)
        try check(response.status)
        guard response.body.count == length, BlobDigest(of: response.body) == digest else {
            throw .corrupted(digest)
        }
        return response.body
    }

    private func get(_ url: URL, limit: Int) async throws(CatalogError) -> CatalogResponse {
        let token: String?
        do {
            token = try await self.token()
        } catch {
            throw .unauthorized
        }
        return try await transport.get(url, token: token, limit: limit)
    }

    private func check(_ status: Int) throws(CatalogError) {
        switch status {
        case 200: return
        case 401, 403: throw .unauthorized
        case 400..<500: throw .invalidRequest("the Center answered with status \(status)")
        default: throw .network("the Center answered with status \(status)")
        }
    }

    private func decode<Value: Decodable>(_ body: Data) throws(CatalogError) -> Value {
        do {
            return try MiniAppListingPage.decoder.decode(Value.self, from: body)
        } catch {
            throw .invalidResponse("the JSON has another form than expected")
        }
    }
}
