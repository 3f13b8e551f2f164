import Foundation
import Hummingbird

/// The source of a shell's mini apps, and everything that depends on it.
///
/// Every app has ``CenterStage``: the Center's signed mini apps, at one address. `atoll dev` has its own stage, in the
/// module AtollDevelopment, which shows an unsigned folder at several addresses. No other part of the shell depends on
/// the difference, and no part of it is public.
package protocol ShellStage: Sendable {
    /// Returns the provider of the users' mini apps.
    ///
    /// - Parameter center: The provider of the Center's mini apps.
    func provider(_ center: any MiniAppProvider) -> any MiniAppProvider

    /// The addresses of the shell, each with its own sessions; empty for only that of the configuration.
    var addresses: [ShellAddresses] { get }
    /// Whether the mini apps are unpublished: they are not cached for offline use, counted or rated, and accounts don't
    /// lapse.
    var isPreview: Bool { get }
    /// Whether a browser has only one user at each address, so that no other user's data has to be cleared.
    var hasOneUser: Bool { get }
    /// Origins that show the shell in a frame.
    var frameAncestors: [String] { get }
    /// Origins that mini apps may connect to in addition to those of their manifests.
    var connections: [String] { get }
    /// The first and the last script of the page around a mini app, in addition to the shell's own.
    var pageScripts: (first: Data, last: Data)? { get }
    /// Answers requests for files of mini apps; nil where the shell sends those that it has verified.
    var files: (@Sendable (MiniAppFileRequest) async throws -> Response?)? { get }

    /// Routes at one of the addresses, in addition to those of every shell.
    func routes(at addresses: ShellAddresses, _ services: StageServices) -> [any ShellRoutes]
    /// Returns a request as the shell should read it.
    func prepared(_ request: Request) -> Request
    /// Answers a request for a host that does not belong to the shell; nil to leave it to the shell.
    ///
    /// - Parameter authority: The host and port of the request.
    func answer(to request: Request, for authority: String) async throws -> StageAnswer?
}
