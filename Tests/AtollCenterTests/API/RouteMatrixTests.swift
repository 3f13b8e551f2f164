import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import HTTPTypes
import SignedJSON
import Testing

@testable import AtollCenter
@testable import AtollCenterAnswers
@testable import AtollCenterDomain

/// Sends every route of the OpenAPI document as every role, and compares the answers with the matrix.
@Suite("Routes and the matrix")
struct RouteMatrixTests {
    /// The owners: `acme` publishes and owns super apps, `other` is unrelated.
    private static func scene(_ center: TestCenter) async throws -> [(role: Role, organization: String, token: String)]
    {
        for id in ["acme", "other", "platform", "guest"] {
            try await center.organization(id, publisher: "com.\(id)")
        }
        try await center.people.store.change(by: .operator) { change in
            for (id, owner) in [("com.acme.lagoon", "acme"), ("com.guest.lagoon", "guest")] {
                _ = try change.createSuperApp(MiniAppID(id)!, name: "Lagoon", organization: owner, by: .operator)
            }
            _ = try change.addHostVersion("1.0", on: .web, apiLevel: 1, of: "com.acme.lagoon", by: .operator)
            for code in 1...2 { _ = try change.sampleDraft(code, of: "com.acme.kudos", for: "com.acme.lagoon") }
        }
        var people: [(role: Role, organization: String, token: String)] = []
        for role in Role.allCases {
            for organization in role == .platformAdministrator ? ["platform"] : ["acme", "other"] {
                let name = "\(role.rawValue.lowercased())-\(organization)"
                let token = try await center.session(name, of: organization, as: [AssignedRole(role)])
                people.append((role, organization, token))
            }
        }
        return people
    }

    /// A body that the route takes, if nothing about it matters to who may send it.
    private static func body(_ route: DocumentedRoute, _ attempt: Int, _ center: TestCenter) throws -> String? {
        switch route.document.body?.name {
        case nil: nil
        case "NewOrganization": #"{"id": "new-\#(attempt)", "name": "New"}"#
        case "Access": #"{"roles": []}"#
        case "Attributes", "Featured": "[]"
        case "NewFeatured":
            #"{"miniApp": "com.acme.f-\#(attempt)", "from": "2099-01-01T00:00:00Z", "to": "2099-01-02T00:00:00Z"}"#
        case "FeaturedPeriod": #"{"miniApp": "com.acme.none", "from": "2027-03-01T09:00:00Z"}"#
        case "NewMiniApp": #"{"id": "com.acme.new-\#(attempt)", "superApp": "com.acme.lagoon"}"#
        case "NewKeyRequest": try keyRequest(center)
        case "NewInvitation": #"{"email": "p\#(attempt)@example.com", "roles": [{"role": "auditor"}]}"#
        case "Roles": #"{"roles": [{"role": "auditor"}]}"#
        case "NewKey": #"{"name": "CI", "scopes": ["publish"]}"#
        case "SignIn": #"{"email": "nobody@example.com", "password": "x"}"#
        case "Acceptance", "Secret": #"{"secret": "x"}"#
        case "Confirmation": #"{"password": "x"}"#
        case "NewSuperApp": #"{"id": "com.acme.new-\#(attempt)", "name": "New", "organization": "acme"}"#
        case "Name": #"{"name": "Lagoon"}"#
        case "NewHostVersion": #"{"platform": "ios", "version": "1.\#(attempt)", "apiLevel": 1}"#
        case "SignInSource": #"{"issuer": "https://id.acme.test", "keySet": "https://id.acme.test/keys"}"#
        case "NewTrustedPublisher":
            """
            {"name": "CI", "issuer": "https://gitlab.com", "claims": {"project_path": "acme/kudos", "project_id": "\(attempt)"}}
            """
        case "NewWebhook": #"{"address": "https://example.com/\#(attempt)"}"#
        case "NewGrant": #"{"organization": "acme"}"#
        case "Policy":
            #"{"approvals": 1, "publisherReleases": true, "selfReview": false, "needsBrowserChecks": false}"#
        case "Submission": #"{"notes": "New.", "release": "manual"}"#
        case "Rejection": #"{"reasons": ["other"], "comment": "No."}"#
        case "Start": #"{"permyriad": 100}"#
        case "Share": #"{"permyriad": 200}"#
        case "Plan": #"{"steps": [{"after": 0, "permyriad": 100}]}"#
        case "Skip": #"{"after": 0}"#
        case "NewComment": #"{"kind": "note", "body": "Why?"}"#
        case "Resolution": #"{"isResolved": true}"#
        case "ProblemDecision": #"{"state": "dismissed"}"#
        case "Reason": #"{"reason": "It crashes."}"#
        case "Time": #"{"at": \#(Int(Date().timeIntervalSince1970) + 86_400)}"#
        default: "{}"
        }
    }

    /// Routes whose answers depend on a signed statement or on files: ``PublishingMatrixTests`` and
    /// ``ReviewRoutesTests`` send them as everybody.
    private static let areElsewhere: Set<String> = ReviewRoutesTests.ofFiles.union([
        "v1/miniapps/:id/statement", "v1/miniapps/:id/versions/:code/withdraw",
    ])

    /// A body that asks for a new key.
    private static func keyRequest(_ center: TestCenter) throws -> String {
        let key = PrivateKey()
        let request = PublisherRequest(
            repository: center.trust.anchor.repository, publisher: PublisherID("com.acme")!, keys: [key.key],
            created: Date())
        let document = try SignedPublisherRequest(request, signedBy: [key.signer]).encoded
        let body = JSONValue.object(["document": .string(String(decoding: document, as: UTF8.self))])
        return String(decoding: body.readableBytes, as: UTF8.self)
    }

    /// The state in which the second of two versions has to be for a route.
    private static func state(_ route: DocumentedRoute) -> VersionState? {
        switch route.path.split(separator: "/").last {
        case "submit", "discard": .draft
        case "recall", "claim": .submitted
        case "unclaim", "approvals", "reject": .inReview
        case "plan", "schedule", "start": .approved
        case "unschedule": .scheduled
        case "step", "hold", "complete": .rollingOut
        case "resume": .held
        default: nil
        }
    }

    /// Brings the second version into a state, after any earlier attempt.
    private static func set(_ state: VersionState, _ center: TestCenter) async throws {
        try await center.execute(
            """
            DELETE FROM version_approval;
            UPDATE owned_super_app SET self_review = 1, approvals = 1, publisher_releases = 1;
            UPDATE version_state SET state = 'draft', permyriad = 0, reviewer = NULL, starts = NULL, step_time = NULL;
            UPDATE version_state SET state = 'live', permyriad = 10000 WHERE code = 1;
            UPDATE version_state SET state = '\(state.rawValue)',
                permyriad = \(state == .rollingOut || state == .held ? 100 : 0),
                reviewer = \(state == .inReview ? "'somebody'" : "NULL"),
                starts = \(state == .scheduled ? "99999999999" : "NULL") WHERE code = 2
            """)
    }

    /// A path at which there is something to act upon.
    private static func path(of route: DocumentedRoute, _ attempt: Int) -> String {
        let isAboutGrant = route.path.contains("/grants/")
        let path =
            route.path.contains("miniapps/:id") ? route.path.replacing(":id", with: "com.acme.kudos") : route.path
        return "/"
            + path.replacing(":code", with: "2").replacing(":organization", with: isAboutGrant ? "guest" : "acme")
            .replacing(":member", with: "victim-\(attempt)").replacing(":invitation", with: "none")
            .replacing(":key", with: "none").replacing(":publisher", with: "none").replacing(":platform", with: "web")
            .replacing(":version", with: "1.0").replacing(":request", with: "none")
            .replacing(":comment", with: "none").replacing(":hook", with: "none").replacing(":preview", with: "none")
            .replacing(":report", with: "none")
            // One's own super app needs no grant.
            .replacing(":id", with: route.access == .action(.askForGrant) ? "com.guest.lagoon" : "com.acme.lagoon")
    }

    /// Whether the matrix permits something about `acme` to a member with this role.
    private static func isAllowed(
        _ action: Action, _ role: Role, _ organization: String, isOfMiniApp: Bool = true
    ) -> Bool {
        // The caller's own objects are in an organization that they belong to.
        if action == .manageOwnKeys { return organization == "acme" && role != .auditor }
        let person = Person(id: "x", memberships: [.init(organization: organization, roles: [AssignedRole(role)])])
        let subject: PermissionSubject =
            switch action {
            case .manageOrganizations: .center
            case .readSuperApps, .manageSuperApps, .manageCatalog, .manageSignIn, .manageHostVersions, .giveGrant:
                PermissionSubject(organization: "acme", superApp: "com.acme.lagoon", superAppOwner: "acme")
            case .readUsage where !isOfMiniApp:
                PermissionSubject(organization: "acme", superApp: "com.acme.lagoon", superAppOwner: "acme")
            case .readUsage, .readVersions, .uploadVersions, .managePreviews, .review, .discussReview, .decideReview,
                .release,
                .holdRelease,
                .quarantine, .manageMiniApps, .setAccess, .readProblems, .answerProblems:
                PermissionSubject(
                    organization: "acme", superApp: "com.acme.lagoon", superAppOwner: "acme", miniApp: "com.acme.kudos",
                    policy: ReviewPolicy(selfReview: true))
            default: PermissionSubject(organization: "acme")
            }
        return PermissionMatrix.allows(action, of: subject, to: person)
    }

    /// The status of a refusal: what one may not know of is not there.
    private static func refusal(_ action: Action, _ organization: String) -> Int {
        // Every member of any organization may know which super apps there are.
        if [.manageOrganizations, .manageSuperApps, .manageSignIn, .manageHostVersions, .manageCatalog, .giveGrant]
            .contains(action)
        {
            return 403
        }
        return organization == "other" || (action == .manageOwnKeys && organization != "acme") ? 404 : 403
    }

    /// Checks that an answer is what the OpenAPI document says, and so is each item of a page.
    private static func check(_ answer: Data, _ shape: DocumentedShape) throws {
        let value = try JSONValue(parsing: Array(answer), numbers: .unbounded)
        try #require(shape.schemas[shape.name]).check(value)
        guard shape.name.hasSuffix("Page"), case .object(let members) = value,
            case .array(let items)? = members["items"]
        else { return }
        let schema = try #require(shape.schemas[String(shape.name.dropLast("Page".count))])
        for (number, item) in items.enumerated() { try schema.check(item, at: "items.\(number)") }
    }

    /// Whether the Center offers a caller the step of a route, as the console and the command show it. `nil` for a
    /// route that is no step, and for a caller who may not read the version.
    private static func offer(of route: DocumentedRoute, to token: String, _ center: TestCenter) async throws -> Bool? {
        let name = route.path.split(separator: "/").last.map(String.init) ?? ""
        guard state(route) != nil, let step = name == "approvals" ? .approve : Transition(rawValue: name) else {
            return nil
        }
        let answer = try await center.send("GET", "/v1/miniapps/com.acme.kudos/versions/2", as: token, nil)
        guard answer.status == 200 else { return nil }
        return try JSONDecoder().decode(VersionView.self, from: answer.body).allowed.contains(step)
    }

    /// Permissions do not depend on the database, so the quick tier uses one.
    @Test(
        "Each route permits what the matrix permits to each role, and nothing else",
        arguments: TestTier.isThorough ? BackEnd.allCases : [.sqlite])
    func walk(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let people = try await Self.scene(center)
            var attempt = 0
            var pauses = 0
            for route in center.center.documentedRoutes
            where !Self.areElsewhere.contains("\(route.method) \(route.path)")
                && !Self.areElsewhere.contains(route.path)
            {
                guard case .action(let action) = route.access else { continue }
                for (role, organization, token) in people {
                    attempt += 1
                    _ = try await center.session("victim-\(attempt)", of: "acme", as: [AssignedRole(.developer)])
                    try await center.people.store.change(by: .operator) {
                        _ = try $0.giveGrant(of: "com.acme.lagoon", to: "guest", comment: nil, by: .operator)
                    }
                    if let state = Self.state(route) { try await Self.set(state, center) }
                    let path = Self.path(of: route, attempt)
                    // Closing it would end the walk.
                    let isClosing = path.hasSuffix("/close")
                    let target = isClosing ? path.replacing("acme", with: "nothing") : path
                    let body = try Self.body(route, attempt, center)
                    let offered = try await Self.offer(of: route, to: token, center)
                    var answer = try await center.send(route.method.rawValue, target, as: token, body)
                    if answer.status == 503, answer.headers["retry-after"] != nil {
                        // On a machine that stalls for seconds, the storage may be out of reach for one of thousands.
                        pauses += 1
                        answer = try await center.send(route.method.rawValue, target, as: token, body)
                    }
                    // A review is given back by its reviewer, or by an administrator of the super app.
                    let isAllowed =
                        path.hasSuffix("/unclaim")
                        ? Self.isAllowed(.readVersions, role, organization)
                            && Self.isAllowed(.manageSuperApps, role, organization)
                        : Self.isAllowed(
                            action, role, organization, isOfMiniApp: route.path.contains("miniapps/"))
                    // A statement is read first, for any sender.
                    if route.document.headers.contains(where: { $0.name == "Atoll-Statement" }) {
                        #expect(answer.status == 422)
                        continue
                    }
                    let isList =
                        ["v1/organizations", "v1/audit", "v1/audit.ndjson", "v1/audit.csv", "v1/reviews"].contains(
                            route.path) && route.method == .get
                    let name =
                        "\(route.method.rawValue) \(target) as \(role.rawValue) of \(organization): \(answer.status) "
                        + String(decoding: answer.body.prefix(500), as: UTF8.self)
                    if (200..<300).contains(answer.status), let shape = route.document.answer,
                        route.document.answerType == "application/json"
                    {
                        #expect(throws: Never.self, "\(name)") { try Self.check(answer.body, shape) }
                    }
                    if let offered {
                        #expect(offered == (200..<300).contains(answer.status), "offered: \(offered), \(name)")
                    }
                    if isList {
                        // A list shows what one may see, and may be empty.
                        #expect([200, 403].contains(answer.status), "\(name)")
                    } else if isAllowed {
                        #expect((200..<300).contains(answer.status) || answer.status == 404, "\(name)")
                        #expect(
                            answer.status != 404 || isClosing || path.contains("none") || path.hasSuffix("/cancel"),
                            "\(name)")
                    } else {
                        // Every member of any organization may know which super apps there are.
                        let isOpen = route.path.hasPrefix("v1/usage/superapps/")
                        let expected = isOpen ? 403 : Self.refusal(action, organization)
                        #expect(answer.status == expected, "\(name)")
                    }
                }
            }
            #expect(attempt > 100 && pauses <= 2)
            #expect(try await center.people.store.read { try AuditLog.problems($0.session) }.isEmpty)
        }
    }

    /// The routes without an action. A new one must be added here on purpose.
    private static let withoutAction = """
        anyone get v1/blobs/:digest
        anyone get v1/ci
        anyone get v1/packs/:digest
        anyone get v1/packs/:digest/from/:other
        anyone get v1/trust/metadata/:file
        anyone get v1/trust/targets/:folder/:file
        anyone head v1/blobs/:digest
        anyone post v1/accounts/accept
        anyone post v1/accounts/decline
        anyone post v1/ci/token
        anyone post v1/device-code
        anyone post v1/device-code/token
        anyone post v1/keys/leaked
        anyone post v1/password/reset
        anyone post v1/password/reset/confirm
        anyone post v1/previews/check
        anyone post v1/previews/open
        anyone post v1/session
        oneself delete v1/account
        oneself delete v1/session
        oneself delete v1/sessions/:session
        oneself get v1/account
        oneself get v1/notices
        oneself get v1/notices/settings
        oneself get v1/notices/unread
        oneself get v1/sessions
        oneself post v1/account/2fa
        oneself post v1/account/2fa/confirm
        oneself post v1/account/2fa/recovery
        oneself post v1/account/2fa/remove
        oneself post v1/session/sudo
        oneself put v1/account/password
        oneself put v1/notices/read
        oneself put v1/notices/settings
        user get v1/miniapps
        user get v1/miniapps/:id
        user get v1/miniapps/:id/feedback
        user get v1/miniapps/:id/presentation
        user post v1/miniapps/:id/problems
        user post v1/miniapps/:id/rating
        user post v1/reports
        """

    @Test("The list of routes without an action is complete, and only the open ones answer without credentials")
    func exceptions() async throws {
        try await TestCenter.run { center in
            var found: [String] = []
            for route in center.center.documentedRoutes {
                if case .action = route.access { continue }
                let name = "\(route.method.rawValue.lowercased()) \(route.path)"
                found.append("\(route.access) \(name)")
                guard route.access != .anyone else { continue }
                let body = try Self.body(route, 0, center)
                let answer = try await center.send(route.method.rawValue, Self.path(of: route, 0), as: nil, body)
                #expect(answer.status == 401, "\(name): \(answer.status)")
            }
            #expect(found.sorted().joined(separator: "\n") == Self.withoutAction)
        }
    }

    @Test("The OpenAPI document has every route once, with its action, its bodies and its problems")
    func document() async throws {
        try await TestCenter.run { center in
            let answer = try await center.send("GET", "/v1/openapi.json")
            #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
            let object = try #require(try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
            let paths = try #require(object["paths"] as? [String: [String: [String: Any]]])
            let components = try #require(object["components"] as? [String: Any])
            let schemas = try #require(components["schemas"] as? [String: Any])
            let routes = center.center.documentedRoutes
            #expect(paths.values.reduce(0) { $0 + $1.count } == routes.count)
            for operation in paths.values.flatMap(\.values) {
                let security = try #require(operation["security"] as? [Any])
                #expect(security.isEmpty == (operation["x-atoll-action"] == nil))
                let responses = try #require(operation["responses"] as? [String: Any])
                #expect(["400", "429", "503"].allSatisfy { responses.keys.contains($0) })
            }
            // Every reference has a target.
            let text = String(decoding: answer.body, as: UTF8.self)
            for match in text.matches(of: /#\/components\/schemas\/([A-Za-z]+)/) {
                #expect(schemas[String(match.1)] != nil, "\(match.1)")
            }
        }
    }
}
