#if os(Linux)
import Foundation

/// HTTP with libcurl, on one thread for the whole process.
struct CurlTransport: Sendable {
    let followsRedirects: Bool

    func receive(
        _ request: TransferRequest, limit: Int, pace: TransferPace.Limits, _ take: (TransferPart) throws -> Void
    ) async throws(TransferError) {
        let transfer = CurlTransfer(
            request, limit: limit, followsRedirects: followsRedirects, pace: pace, now: TransferTime.now)
        CurlLoop.shared.begin(transfer)
        while let part = try await transfer.next() {
            do {
                try take(part)
            } catch {
                transfer.stop(because: .stopped(error))
                throw .stopped(error)
            }
        }
    }
}
#endif
