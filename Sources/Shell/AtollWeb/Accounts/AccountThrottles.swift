import AtollRateLimiting
import BoundedServer

/// The rate limits of requests, other than signing in, that create accounts, send mail, hash passwords or search
/// everything.
struct AccountThrottles: Sendable {
    /// Validations of registrations, per client, including those that are refused.
    let checks = RateLimiter<String>(.init(burst: 500, perSecond: 5))
    let registrations = RateLimiter<String>(.init(burst: 10, perSecond: 1.0 / 60))
    let forgotten = RateLimiter<String>(.init(burst: 10, perSecond: 1.0 / 30))
    /// Reset mails to one sign-in name, whichever client requests them.
    let mails = RateLimiter<String>(.init(burst: 3, perSecond: 1.0 / 600))
    /// Confirmation mails to one e-mail address: from one client, and in total. The limit per client is lower, so that
    /// one client can't use up the total and prevent the owner of the address from registering.
    let mailsFromClient = RateLimiter<String>(.init(burst: 3, perSecond: 1.0 / 600))
    let mailsToAddress = RateLimiter<String>(.init(burst: 10, perSecond: 1.0 / 600))
    let codes = RateLimiter<String>(.init(burst: 20, perSecond: 0.1))
    /// Log lines about refused requests of one client.
    let lines = RateLimiter<String>(.init(burst: 20, perSecond: 0.2))
    /// Searches over everything, per user: as fast as a user types, but not forever.
    let searches = RateLimiter<String>(.init(burst: 40, perSecond: 4))
    /// Questions about permissions that mini apps request, per user.
    let questions = RateLimiter<String>(.init(burst: 60, perSecond: 2))
    let previews = RateLimiter<String>(.init(burst: 10, perSecond: 0.2))
    /// Archives of a user's data.
    let exports = RateLimiter<String>(.init(burst: 3, perSecond: 1.0 / 600))
    /// Photos that a user sends.
    let photos = RateLimiter<String>(.init(burst: 20, perSecond: 1.0 / 30))
    let passwords = RateLimiter<String>(.init(burst: 5, perSecond: 1.0 / 60))

    /// Takes one request from the limit of a key.
    ///
    /// - Throws: ``ShellError/tooMany(retryAfter:)`` if the limit is reached.
    static func take(_ limiter: RateLimiter<String>, _ key: String) throws(ShellError) {
        let wait = limiter.take(key)
        guard wait <= .zero else { throw .tooMany(retryAfter: Int(wait.components.seconds) + 1) }
    }
}
