import AtollCenterAnswers
import AtollCenterDomain
import AtollCenterSignIn
import AtollPackages
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// `GET /development/token`: a token of a made-up user, for programs on this machine. Requests from web pages are
/// refused.
struct DevelopmentTokenRoute {
    let issuer: DevelopmentIssuer
    let audience: String
    let now: @Sendable () -> Date

    static let path = "development/token"

    var route: CenterRoute {
        .outside(.get, Self.path) { request, context in
            guard context.client.isLocal, request.namesThisMachine, !request.hasPassedAProxy,
                request.headers[.secFetchSite] == nil, request.headers[.origin] == nil
            else { throw Problem(.forbidden, "Only programs on the Center's own machine get development tokens.") }
            let query = request.uri.queryParameters
            guard let superApp = query.get("superApp"), MiniAppID(superApp) != nil else {
                throw Problem.part("superApp", "must be the id of the super app that the user uses")
            }
            let id = query.get("user") ?? issuer.users.first?.id
            guard let user = issuer.users.first(where: { $0.id.utf8.elementsEqual((id ?? "").utf8) }) else {
                let names = issuer.users.map(\.id).joined(separator: ", ")
                throw Problem.part("user", "must be a user of --development-user: \(names)")
            }
            let token = try await issuer.token(for: user, superApp: superApp, audience: audience, at: now())
            return Response(
                status: .ok, headers: [.contentType: "text/plain", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: token)))
        }
    }
}

extension MiniAppCenter {
    /// Hands out tokens of an issuer for development, to programs on this machine.
    public mutating func add(_ issuer: DevelopmentIssuer) {
        pages.append(
            DevelopmentTokenRoute(issuer: issuer, audience: configuration.audience, now: configuration.now).route)
        logger.warning(
            "This Center accepts made-up users: any program on this machine can act as one. Use it for development only."
        )
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = knownName("Sec-Fetch-Site")
}
