import AtollCenter
import AtollCenterAPI
import Hummingbird

/// A request of a person to a page or a button.
struct Visit: Sendable {
    let request: Request
    let context: CenterContext
    /// The secret of the session, or `nil`.
    var secret: String?
    let texts: ConsoleTexts
    /// Who they are, once that was read.
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

    /// Whether a script of the console has sent the request, which opens the next page itself.
    var isScript: Bool { request.headers[.accept] == "application/json" }

    /// Where the visitor is, with the query.
    var location: String { request.uri.string }
}
