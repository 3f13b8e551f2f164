import AtollCredentials
import BoundedServer
import Crypto
import Foundation
import Logging

/// Signs users in with a name and a password, for browsers and native apps alike. Attempts are counted before the
/// password is checked, and failures are logged.
struct PasswordSignIn: Sendable {
    enum Outcome: Sendable {
        /// Name and password are right; `device` is the new value of the device cookie, and `endings` the number of times that
        /// all sessions of a user had been ended before the password was compared.
        case signedIn(User, device: String, endings: Int)
        case wrong
        /// There were too many attempts; the next one is checked after this number of seconds.
        case limited(retryAfter: Int)
        /// Too many people are signing in. The client should try again after this number of seconds.
        case busy(retryAfter: Int)
    }

    let users: any UserDirectory
    let throttle: SignInThrottle
    let key: SymmetricKey
    let throttles: AccountThrottles
    /// How often all sessions of a user were ended so far.
    let endingCount: @Sendable () async -> Int

    /// The maximum number of users whose tokens one browser stores.
    private static let maximumTokens = 5

    /// Attempts a sign-in.
    ///
    /// - Parameter device: The value of the browser's device cookie, or nil if it has none.
    func attempt(
        name: String, password: String, from client: ClientAddress, device: String?, logger: Logger
    ) async throws -> Outcome {
        let tokens = (device ?? "").split(separator: "~").prefix(Self.maximumTokens).map(String.init)
        let given = tokens.lazy.compactMap { DeviceToken($0, of: name, signedWith: key) }.first
        // Only a valid token causes a lookup before the attempt is counted.
        let known: DeviceToken? =
            if let given { given.bound(to: try await users.mark(ofUserNamed: name), signedWith: key) } else { nil }
        let attempt = SignInThrottle.Attempt(
            name: name, client: client.key, device: known?.id, isCurrent: known?.isCurrent ?? false)
        let metadata: Logger.Metadata = [
            "name": "\(digest(of: name))", "client": "\(client)", "device": known == nil ? "unknown" : "known",
        ]
        let wait = await throttle.begin(attempt)
        guard wait <= .zero else {
            if throttles.lines.take(client.key) <= .zero {
                logger.notice("A sign-in was refused: too many attempts.", metadata: metadata)
            }
            return .limited(retryAfter: Int(wait.components.seconds) + 1)
        }
        let endings = await endingCount()
        let mark: AccountMark?
        let user: User?
        do {
            // Read the mark before comparing the password. If the password is changed in between, the token must not count as current.
            mark = try await users.mark(ofUserNamed: name)
            let fits = password.utf8.count <= PasswordRules.maximumLength
            user =
                !fits
                ? nil
                // Strangers who try a name must not use up the share of the user's own browsers.
                : try await HashingPool.$caller.withValue(.init("name \(name.lowercased())", isKnown: known != nil)) {
                    try await users.user(named: name, password: password)
                }
        } catch {
            // No password was compared, so the attempt does not count.
            await throttle.takeBack(attempt)
            guard let busy = error as? HashingPoolBusy else { throw error }
            if throttles.lines.take(client.key) <= .zero {
                logger.notice("A sign-in was refused: too many at the same time.", metadata: metadata)
            }
            return .busy(retryAfter: busy.retryAfter)
        }
        guard let user else {
            logger.notice("A sign-in failed.", metadata: metadata)
            return .wrong
        }
        await throttle.succeeded(attempt)
        let token = (known ?? DeviceToken(name: name)).text(of: mark, signedWith: key)
        let others = tokens.filter { DeviceToken($0, of: name, signedWith: key) == nil && $0.utf8.count <= 250 }
        return .signedIn(
            user, device: ([token] + others).prefix(Self.maximumTokens).joined(separator: "~"), endings: endings)
    }

    /// Logs that no session began because all sessions of the user were ended while their password was compared.
    func logEndedMeanwhile(_ user: User, from client: ClientAddress, logger: Logger) {
        logger.notice(
            "A sign-in was refused: all sessions of the user were ended while the password was compared.",
            metadata: ["user": "\(user.id)", "client": "\(client)"])
    }

    /// Returns the token for a browser in which a user has just registered, or nil if the directory fails.
    func token(ofRegistered name: String) async -> String? {
        do {
            return DeviceToken(name: name).text(of: try await users.mark(ofUserNamed: name), signedWith: key)
        } catch {
            return nil
        }
    }

    /// The keyed digest of a sign-in name, which identifies the log lines about the name without revealing it.
    func digest(of name: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data("name\u{0}\(name.lowercased())".utf8), using: key)
        return code.prefix(6).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
