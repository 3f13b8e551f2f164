import AtollPackages
import AtollRuntime
import Hummingbird

/// The services of the shell for the routes of a stage.
package struct StageServices: Sendable {
    /// Lets browsers store the app's pages for offline use, and install it.
    package let installable: any ShellRoutes
    let browsers: BrowserSessions
    let consents: ConsentStore

    /// The path of the service worker of the shell's pages, without the leading slash.
    package static let workerPath = InstallableApp.workerPath

    /// Signs a user in without a password, and redirects to the page that the query names as `to`.
    ///
    /// - Throws: A refusal if the request comes from another site, which must not sign users in.
    package func enter(as user: User, _ request: Request, _ context: ShellContext) async throws -> Response {
        guard request.headers[.secFetchSite] != "cross-site" else { throw ShellError.foreignRequest }
        let address = LocalAddress.checked(request.uri.queryParameters["to"].map(String.init) ?? "/")
        if context.session?.user == user.id {
            return Response(status: .seeOther, headers: [.location: address])
        }
        return try await browsers.begin(for: user, request, context, leadingTo: address)
    }

    /// Decides on a permission in place of the user who is signed in. Without a decision, they are asked again.
    ///
    /// - Throws: A refusal if no user is signed in.
    package func decide(
        _ decision: PermissionLedger.Decision?, on permission: String, of miniApp: MiniAppID, _ context: ShellContext
    ) async throws {
        try await consents.replace(decision, on: permission, of: miniApp, by: context.signedIn().user)
    }

    /// The refusal of a malformed request.
    ///
    /// - Parameter reason: A sentence for the user.
    package static func badRequest(_ reason: String) -> any Error { ShellError.badRequest(reason) }
}
