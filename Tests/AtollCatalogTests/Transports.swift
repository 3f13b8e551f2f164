import AtollPackages
import Foundation

@testable import AtollCatalog

extension MiniAppCatalog {
    /// Installs and opens the release that is accepted now; errors are not worked around.
    func install(_ listing: MiniAppListing) async throws(CatalogError) -> InstalledMiniApp {
        try await cache.install(releases.release(of: listing.id, announced: listing.files), from: client)
    }
}

/// Records the requests.
actor CountingTransport: CatalogTransport {
    private let base: any CatalogTransport
    private(set) var urls: [URL] = []

    init(base: any CatalogTransport) {
        self.base = base
    }

    func reset() { urls = [] }

    /// The number of packs that were requested.
    var packs: Int { urls.count { $0.path.contains("/packs/") } }

    /// The number of blobs that were requested.
    var blobs: Int { urls.count { $0.path.contains("/blobs/") } }

    func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
        urls.append(request.url)
        return try await base.get(request)
    }
}

/// A fault of a blob in transit.
enum BlobFault: Sendable, CaseIterable {
    case otherBytes, cut, longer, missing, serverError
}

/// Passes requests on unchanged, but changes blobs.
struct FaultyTransport: CatalogTransport {
    let base: any CatalogTransport
    let fault: BlobFault

    func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
        // Without packs, every file is requested separately.
        if request.url.path.contains("/packs/") { return CatalogResponse(status: 404, body: Data()) }
        let answer = try await base.get(request)
        guard request.url.path.contains("/blobs/") else { return answer }
        var body = answer.body
        switch fault {
        case .otherBytes: body[body.startIndex] ^= 1
        case .cut: body.removeLast()
        case .longer:
            // A transport stops at the limit, which is the announced length.
            throw .invalidResponse("the body is longer than \(request.limit) bytes")
        case .missing: return CatalogResponse(status: 404, body: Data())
        case .serverError: return CatalogResponse(status: 500, body: Data())
        }
        return CatalogResponse(status: answer.status, body: body)
    }
}
