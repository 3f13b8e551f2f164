import AtollLinks
import AtollPackages
import AtollRuntime
import BoundedServer
import Foundation
import Hummingbird

/// The notices of mini apps to the user.
///
/// | | | |
/// | --- | --- | --- |
/// | `GET /notice/new` | | JSON: the unread notices, and the numbers beside mini apps |
/// | `POST /notice/clear` | form: `return` | removes all notices that were shown |
struct NoticeRoutes: ShellRoutes {
    let notices: NoticeStore
    let center: CenterAccess

    private static let maximum = 20

    func add(to router: Router<ShellContext>) {
        router.get("notice/new", use: unread)
        router.post("notice/clear") { request, context in
            let session = try context.signedIn()
            try await notices.clear(of: session.user)
            let address = LocalAddress.checked(try await Form(request)["return"])
            return Response(status: .seeOther, headers: [.location: address])
        }
    }

    private struct Unread: Encodable {
        struct Item: Encodable {
            let id: String
            let miniApp: String
            let name: String
            /// Whether another user has sent it, through the mini app.
            let isMessage: Bool
            let title: String
            let body: String
            let address: String
            let date: Int
        }
        let items: [Item]
        let count: Int
        let badges: [String: Int]
    }

    @Sendable private func unread(_ request: Request, _ context: ShellContext) async throws -> Response {
        guard let session = context.session else { throw ShellError.notFound }
        let entries = try await notices.shown(to: session.user).filter { !$0.isRead }
        var items: [Unread.Item] = []
        for entry in entries.prefix(Self.maximum) {
            let name = await center.name(of: entry.miniApp, for: session.user)
            items.append(
                .init(
                    id: "\(entry.miniApp) \(entry.notice.id)", miniApp: entry.miniApp.rawValue,
                    name: name, isMessage: entry.isMessage,
                    title: entry.notice.title, body: entry.notice.body,
                    address: Self.address(of: entry), date: entry.notice.date.wholeSeconds))
        }
        let body = Unread(
            items: items, count: entries.count, badges: try await notices.badges(of: session.user))
        return try .json(body)
    }

    /// The shell's URL of the page that a notice leads to. The mini app's page is checked when it opens.
    static func address(of entry: NoticeStore.Entry) -> String {
        let base = "/\(DeepLink.miniAppComponent)/\(entry.miniApp)"
        guard let path = entry.notice.path, MiniAppNotice.isPath(path), path != "/" else { return base }
        return base + path
    }
}
