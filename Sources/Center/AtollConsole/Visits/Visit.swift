import AtollCenter
import AtollCenterAPI
import Hummingbird

/// A request of a user who views a page or presses a button on it.
struct Visit: Sendable {
    let request: Request
    let context: CenterContext
    /// The secret of the user's session, or nil.
    var secret: String?
    let texts: ConsoleTexts
    /// The user's account, once it has been read.
    var account: AccountView?

    /// The number of unread notices.
    var unread = 0

    /// A part of the path.
    func part(_ name: String) -> String { context.parameters.get(name)?.removingPercentEncoding ?? "" }

    /// A parameter of the query; nil if it is missing or empty.
    func query(_ name: String) -> String? {
        request.uri.queryParameters.get(name).map { String($0) }.flatMap {
            $0.isEmpty || $0.utf8.count > 500 ? nil : $0
        }
    }

    /// Whether a script of the console sent the request. It opens the next page itself.
    var isScript: Bool { request.headers[.accept] == "application/json" }

    /// The visitor's current path, with the query.
    var location: String { request.uri.string }
}
