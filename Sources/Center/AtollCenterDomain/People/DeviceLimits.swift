import AtollRateLimiting
import Foundation

/// How often an unknown client may start a sign-in without a password here: separate from the attempts with passwords,
/// so that it can't lock a user out of those.
package struct DeviceLimits: Sendable {
    /// Programs that ask, by network: an office may be behind one address.
    private let asking = RateLimiter<String>(.init(burst: 30, perSecond: 1.0 / 15))
    /// Codes that are typed.
    private let typing = RateLimiter<String>(.init(burst: 60, perSecond: 0.5))
    /// Ways to the company's provider and back, each of which asks it.
    private let leaving = RateLimiter<String>(.init(burst: 20, perSecond: 0.2))

    /// Mails to reset a password.
    private let resetting = RateLimiter<String>(.init(burst: 10, perSecond: 1.0 / 30))

    /// Audit log rows about sign-in attempts with unknown addresses.
    private let strangers = RateLimiter<String>(.init(burst: 1_000, perSecond: 0.1))

    /// Questions of programs whether they were permitted, by network.
    private let polling: RateLimiter<String>
    /// Questions of programs whether they were permitted, by the digest of the program's secret.
    private let questions: RateLimiter<Data>

    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        polling = RateLimiter(.init(burst: 60, perSecond: 10), now: now)
        questions = RateLimiter(.init(burst: 5, perSecond: 1.0 / Double(DeviceCode.interval)), now: now)
    }

    /// Checks that a program does not ask too often whether it was permitted.
    ///
    /// - Throws: ``ActionError/tooMany(seconds:)`` or ``ActionError/slowDown(seconds:)``. Source: RFC 8628, section
    ///   3.5.
    package func poll(_ digest: Data, from origin: AuditActor.Origin) throws {
        try take(polling, origin)
        guard questions.take(digest) <= .zero else { throw ActionError.slowDown(seconds: DeviceCode.interval + 5) }
    }

    /// Whether to add an audit log row about a sign-in attempt with an unknown address.
    package func mayNoteStranger() -> Bool { strangers.take("") <= .zero }

    package func reset(from origin: AuditActor.Origin) throws { try take(resetting, origin) }
    package func ask(from origin: AuditActor.Origin) throws { try take(asking, origin) }
    package func type(from origin: AuditActor.Origin) throws { try take(typing, origin) }
    package func leave(from origin: AuditActor.Origin) throws { try take(leaving, origin) }

    /// - Throws: ``ActionError/tooMany(seconds:)``.
    private func take(_ limiter: RateLimiter<String>, _ origin: AuditActor.Origin) throws {
        let wait = limiter.take(origin.network)
        guard wait <= .zero else { throw ActionError.tooMany(seconds: Int(clamping: wait.components.seconds) + 1) }
    }
}
