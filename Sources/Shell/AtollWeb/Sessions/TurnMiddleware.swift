import BoundedHTTP
import Hummingbird

/// Notes the user for whom a request asks the Center: of many waiting requests, the next is one of the user with the
/// fewest under way.
struct TurnMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ShellContext, next: (Request, ShellContext) async throws -> Response
    ) async throws -> Response {
        let holder = context.session.map { "user \($0.user)" } ?? context.client.key
        return try await TransferTurn.$holder.withValue(holder) { try await next(request, context) }
    }
}
