import RateLimiting

/// How often a client may do what strangers may do to sign in without a password here: apart from the attempts with passwords,
/// which nobody must be kept from by it.
struct DeviceLimits: Sendable {
    /// Programs that ask, by network: an office may be behind one address.
    private let asking = RateLimiter<String>(.init(burst: 30, perSecond: 1.0 / 15))
    /// Codes that are typed.
    private let typing = RateLimiter<String>(.init(burst: 60, perSecond: 0.5))
    /// Ways to the company's provider and back, each of which asks it.
    private let leaving = RateLimiter<String>(.init(burst: 20, perSecond: 0.2))

    func ask(from origin: AuditActor.Origin) throws { try take(asking, origin) }
    func type(from origin: AuditActor.Origin) throws { try take(typing, origin) }
    func leave(from origin: AuditActor.Origin) throws { try take(leaving, origin) }

    /// - Throws: ``WorkError/tooMany(seconds:)``.
    private func take(_ limiter: RateLimiter<String>, _ origin: AuditActor.Origin) throws {
        let wait = limiter.take(origin.network)
        guard wait <= .zero else { throw WorkError.tooMany(seconds: Int(clamping: wait.components.seconds) + 1) }
    }
}
