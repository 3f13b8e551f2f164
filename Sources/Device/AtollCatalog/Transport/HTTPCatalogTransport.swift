import BoundedHTTP
import Foundation

/// Reaches the Center over HTTP.
///
/// The Center never redirects, so a redirect does not come from the Center. It is not followed, because the token must
/// not go with it.
public struct HTTPCatalogTransport: CatalogTransport {
    private let session: BoundedSession

    /// Creates a transport with its own session.
    ///
    /// - Parameters:
    ///   - timeout: The longest wait for the next bytes.
    ///   - deadline: The longest time for a whole response, however slowly it arrives.
    public init(timeout: Duration = .seconds(15), deadline: Duration = .seconds(300)) {
        session = BoundedSession(timeout: timeout, deadline: deadline)
    }

    public func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
        try Self.check(request)
        do throws(TransferError) {
            let (status, date, _, body) = try await session.response(to: TransferRequest(request), limit: request.limit)
            return CatalogResponse(status: status, body: body, date: date.flatMap(HTTPDate.date))
        } catch {
            throw CatalogError(error)
        }
    }

    /// Sends JSON with the method POST.
    public func post(_ json: Data, with request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
        try Self.check(request)
        var sent = TransferRequest(request)
        sent.method = "POST"
        sent.body = json
        sent.set("Content-Type", to: "application/json")
        do throws(TransferError) {
            let (status, body) = try await session.data(for: sent, limit: request.limit)
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
                case .head(let status, _, _): try take(.status(status))
                case .chunk(let data): try take(.bytes(data))
                }
            }
        } catch {
            throw CatalogError(error)
        }
    }
}

extension HTTPCatalogTransport {
    /// Checks that a token is sent over HTTPS only, or to this machine.
    private static func check(_ request: CatalogRequest) throws(CatalogError) {
        guard request.token == nil || request.url.protectsSecrets else {
            throw .invalidRequest("the user's token is sent over https only, and the Center's URL begins with http")
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
        // A truncated head is also reported as notHTTP.
        case .notHTTP, .stopped, .network, .deadline, .silence, .tooSlow, .cancelled: self = .network(error.description)
        }
    }
}
