import AtollCatalog
import AtollHub
import AtollPackages
import AtollWeb
import ForeignText
import Foundation
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers

/// The shell's stage while a developer works on a mini app: it comes from their folder instead of a Center, and several users see it side
/// by side, each in a pane of one page.
final class DevelopmentStage: ShellStage {
    /// Where one user sees the super app.
    struct Pane: Sendable {
        /// The addresses of the shell and the mini app in this pane, which no other pane has.
        let addresses: ShellAddresses
        /// The user, who need not sign in.
        let user: User
    }

    /// The panes; at least one.
    let panes: [Pane]
    /// The origin of the page that shows the panes in frames.
    let container: String
    let pageScripts: (first: Data, last: Data)?
    /// The bundler's socket, and what else the developer allows.
    let connections: [String]
    let shown: ShownFolder
    private let developed: DevelopedFiles
    private let language: @Sendable () -> String?
    private let answer: @Sendable (Request) async throws -> Response
    private let granted = NIOLockedValueBox<Set<String>>([])

    /// - Parameters:
    ///   - frameScript: The first script of each page of the mini app.
    ///   - file: Answers for a path of the mini app's origin in place of the folder; nil if the folder has its files.
    ///   - language: The language of all users, a BCP 47 tag; nil for that of the browser.
    ///   - answer: Answers requests to the container's origin.
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

    /// Whether a permission is to be granted to a user now: once, so that what is taken back stays so.
    func isFirstGrant(_ name: String, to user: User, of id: MiniAppID) -> Bool {
        granted.withLockedValue { $0.insert("\(user.id) \(id) \(name)").inserted }
    }
}
