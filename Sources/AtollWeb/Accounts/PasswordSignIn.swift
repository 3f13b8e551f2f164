import BoundedServer
import Credentials
import Crypto
import Foundation
import Logging

/// Signing in with a name and a password, the same for browsers and apps: counted before the password is looked at, and noted.
struct PasswordSignIn: Sendable {
    enum Outcome: Sendable {
        /// It was right; the device cookie's new value.
        case signedIn(User, device: String)
        case wrong
        /// Too many tries: after how many seconds the next one is looked at.
        case limited(retryAfter: Int)
        /// Too many people are signing in: after how many seconds it is worth trying again.
        case busy(retryAfter: Int)
    }

    let users: any UserDirectory
    let throttle: SignInThrottle
    let key: SymmetricKey
    let throttles: AccountThrottles

    /// The most users whose token one browser keeps.
    private static let maximumTokens = 5

    /// - Parameter device: The value of the browser's device cookie, or nil.
    func attempt(
        name: String, password: String, from client: ClientAddress, device: String?, logger: Logger
    ) async throws -> Outcome {
        let tokens = (device ?? "").split(separator: "~").prefix(Self.maximumTokens).map(String.init)
        let known = tokens.lazy.compactMap { DeviceToken($0, of: name, signedWith: key) }.first
        let attempt = SignInThrottle.Attempt(name: name, client: client.key, device: known?.id)
        let metadata: Logger.Metadata = [
            "name": "\(digest(of: name))", "client": "\(client)", "device": known == nil ? "unknown" : "known",
        ]
        let wait = await throttle.begin(attempt)
        guard wait <= .zero else {
            if await throttles.lines.take(client.key) <= .zero {
                logger.notice("A sign-in has to wait after too many tries.", metadata: metadata)
            }
            return .limited(retryAfter: Int(wait.components.seconds) + 1)
        }
        let user: User?
        do {
            let fits = password.utf8.count <= PasswordRules.maximumLength
            user =
                !fits
                ? nil
                // A stranger who tries with a name takes no place of the user's own browsers.
                : try await HashingPool.$caller.withValue(.init("name \(name.lowercased())", isKnown: known != nil)) {
                    try await users.user(named: name, password: password)
                }
        } catch {
            // No password was compared, so none was wrong.
            await throttle.takeBack(attempt)
            guard let busy = error as? HashingPoolBusy else { throw error }
            if await throttles.lines.take(client.key) <= .zero {
                logger.notice("A sign-in was turned away: too many at once.", metadata: metadata)
            }
            return .busy(retryAfter: busy.retryAfter)
        }
        guard let user else {
            logger.notice("A sign-in failed.", metadata: metadata)
            return .wrong
        }
        await throttle.succeeded(attempt)
        let token = (known ?? DeviceToken(name: name)).text(signedWith: key)
        let others = tokens.filter { DeviceToken($0, of: name, signedWith: key) == nil && $0.utf8.count <= 200 }
        return .signedIn(user, device: ([token] + others).prefix(Self.maximumTokens).joined(separator: "~"))
    }

    /// By which lines of the log about one name are found, and which tells nothing without the key.
    func digest(of name: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data("name\u{0}\(name.lowercased())".utf8), using: key)
        return code.prefix(6).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

/// The cookie that says who has signed in with this browser before. It opens nothing.
enum DeviceCookie {
    static let name = "__Host-device"

    static func header(for value: String) -> String {
        "\(name)=\(value); Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=\(Int(DeviceToken.lifetime))"
    }
}
