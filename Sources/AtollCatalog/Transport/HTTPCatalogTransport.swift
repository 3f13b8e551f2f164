import BoundedHTTP
import Foundation

/// The Center over HTTP.
///
/// The Center never redirects, so a redirect is somebody else's answer, and is not followed: a token must not follow it.
public struct HTTPCatalogTransport: CatalogTransport {
    private let session: BoundedSession

    /// - Parameters:
    ///   - timeout: The longest wait for the next bytes, in seconds.
    ///   - deadline: The longest time for one answer, in seconds, however slowly it comes.
    public init(timeout: TimeInterval = 15, deadline: TimeInterval = 300) {
        session = BoundedSession(timeout: timeout, deadline: deadline)
    }

    public func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
        try Self.check(request)
        do throws(TransferError) {
            let (status, body) = try await session.data(for: TransferRequest(request), limit: request.limit)
            return CatalogResponse(status: status, body: body)
        } catch {
            throw CatalogError(error)
        }
    }

    public func stream(
        _ request: CatalogRequest, _ take: (CatalogChunk) throws -> Void
    ) async throws(CatalogError) {
        try Self.check(request)
        do throws(TransferError) {
            try await session.receive(TransferRequest(request), limit: request.limit) { part in
                switch part {
                case .head(let status): try take(.status(status))
                case .chunk(let data): try take(.bytes(data))
                }
            }
        } catch {
            throw CatalogError(error)
        }
    }
}

extension HTTPCatalogTransport {
    /// A token goes by HTTPS, or to this machine itself.
    private static func check(_ request: CatalogRequest) throws(CatalogError) {
        guard request.token == nil || request.url.protectsSecrets else {
            throw .invalidRequest("a user's token is sent by https only, and the Center's URL begins with http")
        }
    }
}

extension TransferRequest {
    fileprivate init(_ request: CatalogRequest) {
        self.init(request.url)
        if let token = request.token { set("Authorization", to: "Bearer \(token)") }
        if let host = request.host { set("Atoll-Host", to: host.header) }
        if request.offset > 0 { set("Range", to: "bytes=\(request.offset)-") }
    }
}

extension CatalogError {
    fileprivate init(_ error: TransferError) {
        switch error {
        case .tooLong, .headTooLong, .redirects: self = .invalidResponse(error.description)
        case .stopped(let reason as CatalogError): self = reason
        case .badRequest: self = .invalidRequest(error.description)
        // A head that was cut off looks like no HTTP, too.
        case .notHTTP, .stopped, .network, .deadline, .silence, .tooSlow, .cancelled: self = .network(error.description)
        }
    }
}
