import Foundation
import Hummingbird

/// Where the mini apps of a shell come from, and what follows from that.
///
/// Every app has ``CenterStage``: the Center's mini apps, signed, at one address. `atoll dev` has another stage, in the
/// module AtollDevelopment, that shows an unsigned folder, at several addresses. Nothing else in the shell knows the
/// difference, and nothing of it is public.
package protocol ShellStage: Sendable {
    /// Gives users their mini apps.
    ///
    /// - Parameter center: Those of the Center.
    func provider(_ center: any MiniAppProvider) -> any MiniAppProvider

    /// The addresses at which the shell is seen, each with separate sessions; empty for that of the configuration.
    var addresses: [ShellAddresses] { get }
    /// Whether the shown mini app is not published: it is not cached, counted or rated, and accounts don't lapse.
    var isPreview: Bool { get }
    /// Whether a browser has one user at each address, so that nothing of another one has to be cleared.
    var hasOneUser: Bool { get }
    /// Origins that show the shell in a frame.
    var frameAncestors: [String] { get }
    /// Origins that mini apps may connect to, in addition to those of their manifests.
    var connections: [String] { get }
    /// The first and the last script of the page around a mini app, in addition to the shell's own.
    var pageScripts: (first: Data, last: Data)? { get }
    /// Answers with the files of mini apps; nil where the shell sends those that it has verified.
    var files: (@Sendable (MiniAppFileRequest) async throws -> Response?)? { get }

    /// Routes at one of the addresses, in addition to those of every shell.
    func routes(at addresses: ShellAddresses, _ services: StageServices) -> [any ShellRoutes]
    /// A request as the shell reads it.
    func prepared(_ request: Request) -> Request
    /// Answers a request for a host that is not the shell's; `nil` to leave that to the shell.
    ///
    /// - Parameter authority: The host and port of the request.
    func answer(to request: Request, for authority: String) async throws -> StageAnswer?
}
