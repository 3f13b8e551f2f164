import Hummingbird
import Logging

/// One line for each request: its method, the route that answered it, the status, and how long that took. Never the address itself,
/// in which people's places, searches and codes stand.
package struct RequestLog<Context: RequestContext>: RouterMiddleware {
    private let level: Logger.Level

    package init(_ level: Logger.Level) { self.level = level }

    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        do {
            let response = try await next(request, context)
            note(request, context, String(response.status.code), since: start)
            return response
        } catch {
            note(
                request, context, (error as? any HTTPResponseError).map { String($0.status.code) } ?? "-", since: start)
            throw error
        }
    }

    private func note(_ request: Request, _ context: Context, _ status: String, since start: ContinuousClock.Instant) {
        let time = start.duration(to: .now)
        context.logger.log(
            level: level, "Request",
            metadata: [
                // A method is a token of the client's choice.
                "method": "\(request.method.rawValue.prefix(20))", "route": "\(context.endpointPath ?? "-")",
                "status": "\(status)",
                "ms": "\(time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000)",
            ])
    }
}
