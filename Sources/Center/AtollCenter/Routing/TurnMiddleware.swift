import BoundedHTTP
import Hummingbird

/// Says for whom a request transfers something from the bucket: of many that wait, the network is next that has the fewest under way,
/// and the Center's own work counts as one more. A web shell is one network here, with all its users; it has turns among them.
struct TurnMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: CenterContext, next: (Request, CenterContext) async throws -> Response
    ) async throws -> Response {
        try await TransferTurn.$holder.withValue(context.client.key) { try await next(request, context) }
    }
}
