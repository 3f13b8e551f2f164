import AtollPages
import Hummingbird

/// Answers with the appearance that the user has chosen in this browser.
struct AppearanceMiddleware: RouterMiddleware {
    /// The cookie with the choice. It is a preference, not a secret.
    private static let cookie = "__Host-appearance"

    func handle(
        _ request: Request, context: ShellContext,
        next: (Request, ShellContext) async throws -> Response
    ) async throws -> Response {
        let chosen = request.cookie(Self.cookie).flatMap { Appearance(rawValue: $0) }
        return try await Appearance.$current.withValue(chosen ?? .device) { try await next(request, context) }
    }

    /// The header that stores a choice for a year, or removes it.
    static func header(for appearance: Appearance) -> String {
        let (value, age) = appearance == .device ? ("", 0) : (appearance.rawValue, 31_536_000)
        return "\(cookie)=\(value); Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=\(age)"
    }
}
