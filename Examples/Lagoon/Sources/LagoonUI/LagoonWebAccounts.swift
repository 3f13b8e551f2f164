import BoundedHTTP
import Foundation

/// The accounts on Lagoon's web site, through its `/app-session`.
///
/// An app stores the session in the keychain, so that its user stays signed in: see ``SessionKeychain``.
public actor LagoonWebAccounts: LagoonAccounts {
    /// The reason why a request failed.
    public struct Problem: Error, Hashable, CustomStringConvertible {
        /// A sentence to show to the user.
        public let description: String
        /// Whether the server no longer knows the session.
        var isSignedOut = false
    }

    private struct Opened: Decodable {
        let session: String
        let user: LagoonUser
        let device: String?
    }

    private struct Token: Decodable {
        let token: String
        let expiresIn: Double
        let session: String?
    }

    private struct Refusal: Decodable { let title: String }

    private nonisolated let site: URL
    private let session = BoundedSession(timeout: .seconds(15), deadline: .seconds(30))
    private static let maximumAnswer = 64 * 1024
    private var secret: String?
    /// Identifies this app at the next sign-in as one that the user has used before.
    private var device: String?
    private var token: (text: String, until: Date)?
    private var user: LagoonUser?
    public nonisolated let endings: AsyncStream<Void>
    private let ending: AsyncStream<Void>.Continuation
    private let keeping: any SessionKeeping
    public nonisolated let keptUser: LagoonUser?

    /// - Parameters:
    ///   - site: The URL of the web site; https, or this machine.
    ///   - keeping: Stores the session across restarts of the app.
    public init(site: URL, keeping: any SessionKeeping = NoSessionKeeping()) {
        self.site = site
        self.keeping = keeping
        let kept = keeping.kept()
        secret = kept?.secret
        device = kept?.device
        user = kept?.user
        keptUser = kept?.secret == nil ? nil : kept?.user
        (endings, ending) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    private func keep() { keeping.keep(KeptSession(secret: secret, device: device, user: user)) }

    /// Forgets a session that the server has ended.
    private func end() {
        secret = nil
        user = nil
        token = nil
        keep()
        ending.yield()
    }

    public func signIn(name: String, password: String) async throws -> LagoonUser {
        var request = TransferRequest(site.appending(path: "app-session"), method: "POST")
        request.set("Content-Type", to: "application/json")
        request.body = try JSONEncoder().encode(
            ["name": name, "password": password, "device": device].compactMapValues(\.self))
        let opened: Opened = try await send(request)
        secret = opened.session
        device = opened.device ?? device
        user = opened.user
        token = nil
        keep()
        return opened.user
    }

    public func token() async throws -> String? {
        guard let secret else { return nil }
        // Renewed 30 seconds before it expires, so that it is still valid when the request arrives.
        if let token, token.until.timeIntervalSinceNow > 30 { return token.text }
        var request = TransferRequest(site.appending(path: "app-session/token"), method: "POST")
        request.set("Authorization", to: "Bearer \(secret)")
        let answer: Token
        do {
            answer = try await send(request)
        } catch let problem as Problem where problem.isSignedOut {
            if self.secret == secret { end() }
            throw problem
        }
        // Another user may have signed in in the meantime; this token is not theirs.
        guard self.secret == secret else { return try await self.token() }
        if let renewed = answer.session {
            self.secret = renewed
            keep()
        }
        token = (answer.token, Date(timeIntervalSinceNow: answer.expiresIn))
        return answer.token
    }

    public nonisolated var sharingSite: URL? { site }

    public func sessionSecret() -> String? { secret }

    public func signOut() async {
        guard let secret else { return }
        self.secret = nil
        user = nil
        token = nil
        keep()
        var request = TransferRequest(site.appending(path: "app-session"), method: "DELETE")
        request.set("Authorization", to: "Bearer \(secret)")
        // If the server can't be reached, the session expires there.
        _ = try? await session.data(for: request, limit: Self.maximumAnswer)
    }

    public nonisolated func address(of path: String) -> URL? { URL(string: path, relativeTo: site)?.absoluteURL }

    private func send<Answer: Decodable>(_ request: TransferRequest) async throws -> Answer {
        guard site.protectsSecrets else {
            throw Problem(
                description: localized("Lagoon's URL must begin with https, because a password is sent to it."))
        }
        let answer: (status: Int, body: Data)
        do {
            answer = try await session.data(for: request, limit: Self.maximumAnswer)
        } catch {
            throw Problem(description: localized("Lagoon can't be reached. Check your connection and try again."))
        }
        guard (200...299).contains(answer.status) else {
            let refusal = try? JSONDecoder().decode(Refusal.self, from: answer.body)
            throw Problem(
                description: refusal?.title ?? localized("Lagoon sent an invalid response. Try again later."),
                isSignedOut: answer.status == 401)
        }
        do {
            return try JSONDecoder().decode(Answer.self, from: answer.body)
        } catch {
            throw Problem(description: localized("Lagoon sent an invalid response. Try again later."))
        }
    }
}
