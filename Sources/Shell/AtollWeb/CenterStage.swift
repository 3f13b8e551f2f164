import Foundation
import Hummingbird

/// The stage of every app: the mini apps that a Center has published.
struct CenterStage: ShellStage {}

extension ShellStage {
    package func provider(_ center: any MiniAppProvider) -> any MiniAppProvider { center }
    package var addresses: [ShellAddresses] { [] }
    package var isPreview: Bool { false }
    package var hasOneUser: Bool { false }
    package var frameAncestors: [String] { [] }
    package var connections: [String] { [] }
    package var pageScripts: (first: Data, last: Data)? { nil }
    package var files: (@Sendable (MiniAppFileRequest) async throws -> Response?)? { nil }

    package func routes(at addresses: ShellAddresses, _ services: StageServices) -> [any ShellRoutes] {
        [services.installable]
    }

    package func prepared(_ request: Request) -> Request { request }

    package func answer(to request: Request, for authority: String) async throws -> StageAnswer? { nil }
}
