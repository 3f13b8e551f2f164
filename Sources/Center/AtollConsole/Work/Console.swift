import AtollCenter
import AtollCenterAPI
import AtollCenterSignIn
import BoundedServer
import HTTPTypes
import Hummingbird
import RequestParsing

/// The pages of the Center's console. Each part is an extension of this type.
struct Console: Sendable {
    let people: PeopleService
    /// The company's own sign-in provider, or nil.
    let provider: ProviderSignIn?
    let interface: CenterInterface
    let look: ConsoleLook
    let catalogue: TextCatalogue
    /// Whether browsers connect over HTTPS.
    let isSecure: Bool

    typealias Show = @Sendable (_ visit: Visit) async throws -> Response
    typealias Press = @Sendable (_ visit: Visit, _ form: ConsoleForm) async throws -> String

    var routes: [CenterRoute] {
        sessionRoutes + passwordRoutes + providerRoutes + homeRoutes + queueRoutes + versionRoutes + previewRoutes
            + miniAppRoutes
            + organizationRoutes
            + superAppRoutes
            + auditRoutes + accountRoutes + noticeRoutes + webhookRoutes + feedbackRoutes + featuredRoutes
            + uploadRoutes + detailsRoutes + attributeRoutes + liveRoutes
    }

    // MARK: Routes

    /// A page for signed-in users. Other users are sent to the sign-in page.
    func page(_ path: String, _ show: @escaping Show) -> CenterRoute {
        .outside(.get, path) { request, context in
            try await answering(request, context) { visit in
                guard visit.account != nil else {
                    let here = visit.location.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                    return ConsoleLook.redirect(to: "/sign-in?then=\(here)")
                }
                return try await show(visit)
            }
        }
    }

    /// A button's action for signed-in users. It returns the path to which the user is redirected.
    func button(_ path: String, _ press: @escaping Press) -> CenterRoute {
        .outside(.post, path) { request, context in
            try await answering(request, context) { visit in
                let form: ConsoleForm
                do { form = try await ConsoleForm(request) } catch {
                    return problem(visit, .forbidden, "\(error)")
                }
                guard visit.account != nil else { return ConsoleLook.redirect(to: "/sign-in") }
                let place = try await press(visit, form)
                return visit.isScript ? ConsoleLook.created(at: place) : ConsoleLook.redirect(to: place)
            }
        }
    }

    /// Reads the visitor's account, and shows a refusal as a page.
    func answering(_ request: Request, _ context: CenterContext, _ work: Show) async throws -> Response {
        var visit = Visit(
            request: request, context: context, secret: kept("session", request),
            texts: catalogue.texts(for: request.headers[.acceptLanguage]))
        do {
            if visit.secret != nil {
                do {
                    visit.account = try await interface.get("account", for: visit)
                    // Requests for pictures don't show the bell.
                    if request.method == .get, request.headers[.secFetchDest] != "image" {
                        let unread: CountView? = try await interface.find("notices/unread", for: visit)
                        visit.unread = unread?.count ?? 0
                    }
                } catch let error as InterfaceError where error.status == .unauthorized {
                    visit.secret = nil
                }
            }
            return try await work(visit)
        } catch let error as InterfaceError {
            return problem(
                visit, error.status == .unauthorized ? .forbidden : error.status, Self.detail(of: error, visit.texts),
                rule: error.rule, subject: error.subject)
        }
    }

    // MARK: Pages

    /// A page with the navigation around it.
    func work(
        _ template: String, _ values: [String: any Sendable], title: String, at place: String, for visit: Visit,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        look.work(
            template, values, title: title, navigation: navigation(at: place, for: visit),
            isAccount: place == "account", for: visit, status: status)
    }

    /// The detail of an error: the roles that can do it, in the visitor's language, or the text of the Center.
    static func detail(of error: InterfaceError, _ texts: ConsoleTexts) -> String {
        guard error.rule == "forbidden", !error.roles.isEmpty else { return error.detail }
        let names = error.roles.map { texts("role-\($0)") }.joined(separator: ", ")
        return texts("roles-that-can", ["roles": names])
    }

    /// A page that shows a problem.
    func problem(
        _ visit: Visit, _ status: HTTPResponse.Status, _ detail: String, rule: String? = nil, subject: String? = nil
    ) -> Response {
        let back = visit.request.headers[.referer].flatMap(Self.path) ?? "/"
        let values: [String: any Sendable] = [
            "detail": rule == "sudo" ? visit.texts("confirm-lead") : detail, "subject": subject ?? "", "back": back,
            "isSudo": rule == "sudo", "isMissing": status == .notFound, "then": back,
            "provider": providerLink(back, visit),
            "heading": visit.texts(
                rule == "sudo"
                    ? "confirm-heading"
                    : status == .notFound ? "nothing-here" : status == .forbidden ? "not-permitted" : "refused"),
        ]
        return work("problem", values, title: visit.texts("refused"), at: "", for: visit, status: status)
    }

    /// The page for a path that does not exist.
    func notFound(_ request: Request, _ context: CenterContext) async throws -> Response {
        try await answering(request, context) { visit in
            problem(visit, .notFound, visit.texts("not-found-lead"))
        }
    }

    /// The path of a URL with its query; nil if it could lead to another site.
    static func path(of url: String) -> String? {
        var rest = Substring(url)
        if let scheme = rest.range(of: "://") {
            rest = rest[scheme.upperBound...].drop { $0 != "/" }
        }
        guard rest.hasPrefix("/"), !rest.hasPrefix("//"), !rest.contains("\\"), rest.utf8.count < 2_000,
            rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
        else { return nil }
        return String(rest)
    }

    private func navigation(at place: String, for visit: Visit) -> [NavigationItem] {
        guard let account = visit.account else { return [] }
        // Reviewers, and administrators of super apps.
        let isReviewer = account.mayDo(.denyPermissions)
        var items: [(String, String)] = [("home", "/")]
        if isReviewer { items.append(("queue", "/queue")) }
        items += [("miniapps", "/miniapps"), ("organizations", "/organizations"), ("superapps", "/superapps")]
        items.append(("audit", "/audit"))
        return items.map { NavigationItem(name: visit.texts($0.0), address: $0.1, isHere: $0.0 == place) }
    }

    // MARK: Cookies

    /// The cookies of a user who has signed in.
    func sessionCookies(of signedIn: PeopleService.SignedIn) -> [String] {
        [
            cookie("session", signedIn.secret, for: Self.lifetime),
            // With this cookie, failed sign-ins of other people with this address don't lock the user out.
            cookie("known", signedIn.device, for: 31_536_000),
        ]
    }

    /// A cookie in the format of a header.
    ///
    /// - Parameter isLax: Whether the browser also sends it when another site, such as a provider, links here. It is
    ///   never sent with forms of other sites.
    func cookie(_ cookie: String, _ value: String?, for seconds: Int, isLax: Bool = false) -> String {
        "\(name(cookie))=\(value ?? ""); Path=/; Max-Age=\(value == nil ? 0 : seconds); HttpOnly; SameSite=\(isLax ? "Lax" : "Strict")"
            + (isSecure ? "; Secure" : "")
    }

    func kept(_ cookie: String, _ request: Request) -> String? {
        let value = CookieHeader(request.headers[values: .cookie].joined(separator: "; "))[name(cookie)]
        return value.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func name(_ cookie: String) -> String { (isSecure ? "__Host-" : "") + "atoll-" + cookie }
}
