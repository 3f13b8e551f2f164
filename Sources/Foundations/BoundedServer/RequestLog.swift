import Hummingbird
import Logging

/// Logs one line for each request: its method, the route that answered it, the status and the duration. The URL itself
/// is never logged: it may contain locations, searches and codes.
package struct RequestLog<Context: RequestContext>: RouterMiddleware {
    private let level: Logger.Level
    private let quiet: Set<String>

    /// - Parameter quiet: Routes that machines request again and again. Successful requests to them are logged only at
    ///   the debug level.
    package init(_ level: Logger.Level, quiet: Set<String> = []) {
        self.level = level
        self.quiet = quiet
    }

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
        let isQuiet = status.hasPrefix("2") && context.endpointPath.map(quiet.contains) == true
        context.logger.log(
            level: isQuiet ? min(.debug, level) : level, "Request",
            metadata: [
                // The client may choose any token as the method.
                "method": "\(request.method.rawValue.prefix(20))", "route": "\(context.endpointPath ?? "-")",
                "status": "\(status)",
                "ms": "\(time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000)",
            ])
    }
}
