import BoundedHTTP
import Foundation

/// The accounts on Lagoon's web site, by way of its `/app-session`.
///
/// The session's secret is held in memory. To stay signed in, an app stores it in the keychain: see
/// ``init(site:secret:keep:)``.
public actor LagoonWebAccounts: LagoonAccounts {
    /// The reason why a request failed.
    public struct Problem: Error, Hashable, CustomStringConvertible {
        /// What went wrong, in a sentence to show to the user.
        public let description: String
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
    private let keep: @Sendable (String?) -> Void

    /// - Parameters:
    ///   - site: The URL of the web site; https, or this machine.
    ///   - secret: The secret that `keep` stored last.
    ///   - keep: Stores the secret; called with nil when the user signs out.
    public init(site: URL, secret: String? = nil, keep: @escaping @Sendable (String?) -> Void = { _ in }) {
        self.site = site
        self.secret = secret
        self.keep = keep
    }

    public func signIn(name: String, password: String) async throws -> LagoonUser {
        var request = TransferRequest(site.appending(path: "app-session"), method: "POST")
        request.set("Content-Type", to: "application/json")
        request.body = try JSONEncoder().encode(
            ["name": name, "password": password, "device": device].compactMapValues(\.self))
        let opened: Opened = try await send(request)
        secret = opened.session
        device = opened.device ?? device
        token = nil
        keep(opened.session)
        return opened.user
    }

    public func token() async throws -> String? {
        guard let secret else { return nil }
        // Renewed 30 seconds before it expires, so that it is still valid when the request arrives.
        if let token, token.until.timeIntervalSinceNow > 30 { return token.text }
        var request = TransferRequest(site.appending(path: "app-session/token"), method: "POST")
        request.set("Authorization", to: "Bearer \(secret)")
        let answer: Token = try await send(request)
        // Another user may have signed in in the meantime; this token is not theirs.
        guard self.secret == secret else { return try await self.token() }
        if let renewed = answer.session {
            self.secret = renewed
            keep(renewed)
        }
        token = (answer.token, Date(timeIntervalSinceNow: answer.expiresIn))
        return answer.token
    }

    public nonisolated var sharingSite: URL? { site }

    public func sessionSecret() -> String? { secret }

    public func signOut() async {
        guard let secret else { return }
        self.secret = nil
        token = nil
        keep(nil)
        var request = TransferRequest(site.appending(path: "app-session"), method: "DELETE")
        request.set("Authorization", to: "Bearer \(secret)")
        // If the server can't be reached, the session expires there.
        _ = try? await session.data(for: request, limit: Self.maximumAnswer)
    }

    public nonisolated func address(of path: String) -> URL? { URL(string: path, relativeTo: site)?.absoluteURL }

    private func send<Answer: Decodable>(_ request: TransferRequest) async throws -> Answer {
        guard site.protectsSecrets else {
            throw Problem(description: "Lagoon's URL must begin with https, because a password is sent to it.")
        }
        let answer: (status: Int, body: Data)
        do {
            answer = try await session.data(for: request, limit: Self.maximumAnswer)
        } catch {
            throw Problem(description: "Lagoon can't be reached. Check your connection and try again.")
        }
        guard (200...299).contains(answer.status) else {
            let refusal = try? JSONDecoder().decode(Refusal.self, from: answer.body)
            throw Problem(description: refusal?.title ?? "Lagoon sent an invalid response. Try again later.")
        }
        do {
            return try JSONDecoder().decode(Answer.self, from: answer.body)
        } catch {
            throw Problem(description: "Lagoon sent an invalid response. Try again later.")
        }
    }
}
