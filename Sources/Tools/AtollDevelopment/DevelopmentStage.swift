import AtollCatalog
import AtollHub
import AtollPackages
import AtollWeb
import ForeignText
import Foundation
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers

/// The shell's stage while a developer works on a mini app, which comes from their folder instead of a Center. Several
/// users see it side by side, each in a pane of one page.
final class DevelopmentStage: ShellStage {
    /// A pane, in which one user sees the super app.
    struct Pane: Sendable {
        /// The URLs of the shell and the mini app, which are unique to this pane.
        let addresses: ShellAddresses
        /// The user, who need not sign in.
        let user: User
    }

    /// The panes; at least one.
    let panes: [Pane]
    /// The origin of the page that shows the panes in frames.
    let container: String
    let pageScripts: (first: Data, last: Data)?
    /// The bundler's WebSocket, and the other origins that the developer allows.
    let connections: [String]
    let shown: ShownFolder
    private let developed: DevelopedFiles
    private let language: @Sendable () -> String?
    private let answer: @Sendable (Request) async throws -> Response
    private let granted = NIOLockedValueBox<Set<String>>([])

    /// - Parameters:
    ///   - frameScript: The first script of each page of the mini app.
    ///   - file: Returns the content for a path of the mini app's origin, or nil if the folder has its files.
    ///   - language: The language of all users, a BCP 47 tag; nil for the browser's language.
    ///   - answer: Responds to requests to the container's origin.
    init(
        panes: [Pane], container: String, pageScripts: (first: Data, last: Data), frameScript: Data,
        connections: [String], file: (@Sendable (_ path: String, _ query: String?) async throws -> DevelopedFile?)?,
        language: @escaping @Sendable () -> String?, answer: @escaping @Sendable (Request) async throws -> Response
    ) {
        self.panes = panes
        self.container = container
        self.pageScripts = pageScripts
        self.connections = connections
        self.language = language
        self.answer = answer
        shown = ShownFolder()
        developed = DevelopedFiles(frameScript: frameScript, file: file)
    }

    var addresses: [ShellAddresses] { panes.map(\.addresses) }
    var isPreview: Bool { true }
    var hasOneUser: Bool { true }
    var frameAncestors: [String] { [container] }
    var files: (@Sendable (MiniAppFileRequest) async throws -> Response?)? {
        { [developed] in try await developed.response(to: $0) }
    }

    func provider(_ center: any MiniAppProvider) -> any MiniAppProvider { shown }

    func routes(at addresses: ShellAddresses, _ services: StageServices) -> [any ShellRoutes] {
        panes.filter { $0.addresses == addresses }
            .map { DevelopmentEntry(user: $0.user, shown: shown, services: services) }
    }

    func prepared(_ request: Request) -> Request {
        guard let language = language() else { return request }
        var head = request.head
        head.headerFields[.acceptLanguage] = language
        return Request(head: head, body: request.body)
    }

    func answer(to request: Request, for authority: String) async throws -> StageAnswer? {
        guard "http://" + WebAuthority(authority, scheme: "http").text == container else {
            return .elsewhere(container)
        }
        return .response(try await answer(request))
    }

    /// Whether a permission is still to be granted to a user. It is granted only once, so that the user can revoke it.
    func isFirstGrant(_ name: String, to user: User, of id: MiniAppID) -> Bool {
        granted.withLockedValue { $0.insert("\(user.id) \(id) \(name)").inserted }
    }
}
