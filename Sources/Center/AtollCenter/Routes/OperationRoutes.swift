import AtollCenterAnswers
import AtollCenterDomain
import Foundation
import Hummingbird
import Logging

/// `GET /ready`: 200 if this process can do its work now, so that a proxy sends requests to it, and 503 if it can't.
/// `GET /metrics`: what it counts and measures, as Prometheus reads it. Only the operator, on this machine or with any API
/// key, sees the reasons and the metrics.
struct OperationRoutes {
    let probe: ReadinessProbe
    let metrics: CenterMetrics
    let authenticator: CenterAuthenticator
    let measure: @Sendable () async -> [StorageMeasure]

    private struct Ready: Encodable {
        let status: String
        /// The parts that can't be used, with the reasons; nil unless the operator asks.
        var faults: [String: String]?
    }

    var routes: [CenterRoute] {
        [
            .outside(.get, "ready") { try await ready($0, $1) },
            .outside(.get, "metrics") { try await metrics($0, $1) },
        ]
    }

    private func ready(_ request: Request, _ context: CenterContext) async throws -> Response {
        let checks = await probe.checks()
        let faults = Dictionary(checks.compactMap { check in check.fault.map { (check.part, $0) } }) { first, _ in first
        }
        let isReady = checks.allSatisfy(\.isUsable)
        if !isReady { context.logger.warning("This process is not ready.", metadata: ["faults": "\(faults)"]) }
        let isOperator = await authenticator.isOperator(request, context)
        let ready = Ready(
            status: isReady ? (faults.isEmpty ? "ready" : "degraded") : "not ready",
            faults: isOperator && !faults.isEmpty ? faults : nil)
        return Response(
            status: isReady ? .ok : .serviceUnavailable,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder.center.encode(ready))))
    }

    private func metrics(_ request: Request, _ context: CenterContext) async throws -> Response {
        guard await authenticator.isOperator(request, context) else {
            throw Problem.unauthorized("The metrics are for the operator: an API key is required as a bearer token.")
        }
        let isReady = await probe.checks().allSatisfy(\.isUsable)
        let text = metrics.text(with: await measure(), isReady: isReady)
        return Response(
            status: .ok, headers: [.contentType: CenterMetrics.contentType, .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
