import Hummingbird

/// Counts and times every request, by the pattern of its route.
struct MetricsMiddleware: RouterMiddleware {
    let metrics: CenterMetrics

    func handle(
        _ request: Request, context: CenterContext, next: (Request, CenterContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        metrics.answered(
            request.method.rawValue, route: context.endpointPath ?? "none", status: response.status.code,
            in: start.duration(to: .now))
        return response
    }
}
