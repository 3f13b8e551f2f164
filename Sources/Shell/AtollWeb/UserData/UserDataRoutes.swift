import AtollCredentials
import AtollPages
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// `POST /data/export`, and `POST /data/delete` if the directory of users is a ``UserRegistry``.
struct UserDataRoutes: ShellRoutes {
    let pages: SitePages
    let browsers: BrowserSessions
    let registry: (any UserRegistry)?
    let throttles: AccountThrottles
    let sources: [any UserDataSource]
    private let turns = UserDataTurns()

    static let export = "/data/export"
    static let delete = "/data/delete"

    init(
        pages: SitePages, browsers: BrowserSessions, registry: (any UserRegistry)?, throttles: AccountThrottles,
        sources: [any UserDataSource]
    ) {
        self.pages = pages
        self.browsers = browsers
        self.registry = registry
        self.throttles = throttles
        self.sources = sources
    }

    func add(to router: Router<ShellContext>) {
        router.post("data/export", use: export)
        if let registry { router.post("data/delete") { try await delete($0, $1, registry) } }
    }

    @Sendable private func export(_ request: Request, _ context: ShellContext) async throws -> Response {
        let (user, _) = try await browsers.signedIn(context)
        guard let turn = turns.take(for: user.id) else { throw ShellError.busyExporting(retryAfter: 10) }
        try AccountThrottles.take(throttles.exports, user.id)
        var files: [UserDataFile] = []
        for source in sources { files += try await source.files(of: user) }
        let words = localized(
            """
            The data that this app stores about you. Mini apps may store more data on their own servers: ask their \
            publishers. Their secrets, such as tokens, are not included.
            """)
        let archive = try await Self.zip(await UserDataArchive(files), words)
        turn.hasMade()
        context.logger.info("A user has taken their data.", metadata: ["user": "\(user.id)"])
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/zip", .contentDisposition: "attachment; filename=\"my-data.zip\"",
                .contentLength: "\(archive.count)", .cacheControl: "private, no-store", .xContentTypeOptions: "nosniff",
            ],
            body: Self.body(archive.body(on: context.eventLoop), keeping: turn))
    }

    /// Compresses the archive outside the actors that answer requests.
    private static func zip(_ archive: UserDataArchive, _ words: String) async throws -> FileBody {
        try await Task.detached(priority: .utility) { try FileBody(storing: archive.zip(words)) }.value
    }

    /// Returns a body that ends a turn when it has been sent or is discarded.
    private static func body(_ body: ResponseBody, keeping turn: UserDataTurns.Turn) -> ResponseBody {
        ResponseBody(contentLength: body.contentLength) { writer in
            defer { withExtendedLifetime(turn) {} }
            try await body.write(writer)
        }
    }

    private func delete(
        _ request: Request, _ context: ShellContext, _ registry: any UserRegistry
    ) async throws -> Response {
        let (user, session): (User, Session)
        do {
            (user, session) = try await browsers.signedIn(context)
        } catch ShellError.signedOut {
            // A user who presses the button twice is already signed out the second time.
            return Self.leaving(Response(status: .seeOther, headers: [.location: "/sign-in"]))
        }
        let form = try await Form(request)
        try AccountThrottles.take(throttles.passwords, user.id)
        let removeData = { @Sendable [sources, sessions = browsers.sessions] (_: String) in
            // Sessions end first: a user who is signed in could add data meanwhile.
            try await sessions.endAll(of: user.id)
            for source in sources { try await source.removeAll(of: user) }
        }
        let isRemoved = try await HashingPool.$caller.withValue(.init("user \(user.id)")) {
            try await registry.removeAccount(of: user.id, password: form["password"], before: removeData)
        }
        guard isRemoved else {
            context.logger.notice(
                "An account was not deleted: the password was wrong, or was changed meanwhile.",
                metadata: ["user": "\(user.id)", "client": "\(context.client)"])
            return try await pages.respond(
                SiteRequest(
                    address: LocalAddress.checked(form["return"]), session: session, user: user,
                    form: FormState(problem: localized("The password is incorrect.")), status: .unprocessableContent))
        }
        for source in sources {
            do {
                try await source.removeRest(of: user)
            } catch {
                context.logger.error(
                    "Data that was stored while an account was deleted may remain.",
                    metadata: ["user": "\(user.id)", "source": "\(type(of: source))", "error": "\(error)"])
            }
        }
        context.logger.notice(
            "A user has deleted their account.", metadata: ["user": "\(user.id)", "client": "\(context.client)"])
        return Self.leaving(
            try await pages.respond(
                SiteRequest(
                    address: LocalAddress.signIn(returningTo: "/"), session: nil, user: nil,
                    form: FormState(
                        notice: localized("Your account was deleted, with all data stored for you here.")))))
    }

    /// A response that removes all of the user's data from the browser.
    private static func leaving(_ response: Response) -> Response {
        var response = response
        response.headers[.setCookie] = SessionMiddleware.expiredHeader
        for cookie in [DeviceCookie.expiredHeader, BrowserSessions.expiredMark] {
            response.headers.append(HTTPField(name: .setCookie, value: cookie))
        }
        response.headers[.clearSiteData] = "\"cache\", \"storage\""
        return response
    }
}
