import AtollTexts
import Hummingbird

/// Answers in the language that the user chose, or else in the one that the browser prefers.
///
/// The chosen language replaces the browser's preference, so that mini apps follow it, too.
struct LanguageMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ShellContext,
        next: (Request, ShellContext) async throws -> Response
    ) async throws -> Response {
        var request = request
        if let chosen = ShellLanguages.chosen(by: request) {
            var head = request.head
            head.headerFields[.acceptLanguage] = chosen
            request = Request(head: head, body: request.body)
        }
        return try await TextLanguage.$current.withValue(ShellLanguages.language(of: request)) {
            try await next(request, context)
        }
    }
}
