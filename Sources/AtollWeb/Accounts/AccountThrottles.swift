import BoundedServer
import RateLimiting

/// How often a client may ask for what makes accounts, mail or hashes, besides signing in.
struct AccountThrottles: Sendable {
    /// Looks at what somebody would register with, and has not yet.
    let checks = RateLimiter<String>(.init(burst: 500, perSecond: 5))
    let registrations = RateLimiter<String>(.init(burst: 10, perSecond: 1.0 / 60))
    let forgotten = RateLimiter<String>(.init(burst: 10, perSecond: 1.0 / 30))
    /// Mail to one name, whoever asks for it.
    let mails = RateLimiter<String>(.init(burst: 3, perSecond: 1.0 / 600))
    /// Mail that confirms an address: for those who register from one client, and in all. One client can't keep the owner from it.
    let mailsFromClient = RateLimiter<String>(.init(burst: 3, perSecond: 1.0 / 600))
    let mailsToAddress = RateLimiter<String>(.init(burst: 10, perSecond: 1.0 / 600))
    let codes = RateLimiter<String>(.init(burst: 20, perSecond: 0.1))
    /// Lines in the log about requests of one client that were refused.
    let lines = RateLimiter<String>(.init(burst: 20, perSecond: 0.2))
    let passwords = RateLimiter<String>(.init(burst: 5, perSecond: 1.0 / 60))

    /// - Throws: ``ShellError/tooMany(retryAfter:)``.
    static func take(_ limiter: RateLimiter<String>, _ key: String) async throws(ShellError) {
        let wait = await limiter.take(key)
        guard wait <= .zero else { throw .tooMany(retryAfter: Int(wait.components.seconds) + 1) }
    }
}
