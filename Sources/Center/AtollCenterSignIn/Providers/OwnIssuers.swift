import AtollCenterDomain
import Foundation

/// The issuers of super apps that have their own, with their keys, as the database has them.
///
/// They are read again after a few seconds: a request for a list of mini apps does not wait for them each time.
package actor OwnIssuers {
    /// Those that are known at one time.
    package struct Current: Sendable {
        fileprivate(set) var byIssuer: [String: Entry] = [:]
        /// The issuer of each super app that has one.
        package fileprivate(set) var issuers: [String: String] = [:]

        package var isEmpty: Bool { issuers.isEmpty }
    }

    /// An issuer, and what verifies its tokens.
    struct Entry: Sendable {
        package let issuer: String
        package let source: SignInSource
        package let verifier: TokenVerifier
    }

    /// How long what was read counts.
    static let maximumAge = Duration.seconds(5)

    private let store: PeopleStore
    private let makeVerifier: @Sendable (SignInSource) -> TokenVerifier
    private let clock: @Sendable () -> ContinuousClock.Instant
    private var known: (current: Current, read: ContinuousClock.Instant)?
    private var reading: Task<[SuperApp], any Error>?

    /// - Parameter makeVerifier: Makes what verifies the tokens of an issuer.
    package init(
        _ store: PeopleStore, clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        makeVerifier: @escaping @Sendable (SignInSource) -> TokenVerifier
    ) {
        self.store = store
        self.clock = clock
        self.makeVerifier = makeVerifier
    }

    /// Returns the database's state of at most ``maximumAge`` ago. Concurrent calls share one reading.
    package func current() async throws -> Current {
        if let known, clock() - known.read < Self.maximumAge { return known.current }
        let start = clock()
        let task = reading ?? Task { try await store.read { try $0.superAppsWithIssuer() } }
        reading = task
        let found: [SuperApp]
        do {
            found = try await task.value
            reading = nil
        } catch {
            reading = nil
            throw error
        }
        // A caller that waited with others finds it done.
        if let known, known.read >= start { return known.current }
        var current = Current()
        for superApp in found {
            guard let source = superApp.signIn else { continue }
            // The keys that are there already stay, with what they have verified.
            let old = known?.current.byIssuer[source.issuer]
            current.byIssuer[source.issuer] =
                old?.source == source
                ? old : Entry(issuer: source.issuer, source: source, verifier: makeVerifier(source))
            current.issuers[superApp.id.rawValue] = source.issuer
        }
        known = (current, start)
        return current
    }
}
