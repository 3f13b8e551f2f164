import BoundedHTTP
import Hummingbird

/// Says for whom a request transfers something from the bucket: of many that wait, the network is next that has the fewest under way,
/// and what the Center does itself counts as another one. All users of a web shell are one network here; the shell has turns of its own.
struct TurnMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: CenterContext, next: (Request, CenterContext) async throws -> Response
    ) async throws -> Response {
        try await TransferTurn.$holder.withValue(context.client.key) { try await next(request, context) }
    }
}
