import AtollCenterAnswers
import Foundation
import JWTKit
import Logging
import PrintableText
import SignedJSON

/// The keys that verify an issuer's tokens, fetched when they are needed, and again from time to time.
actor VerifyingKeys {
    /// Which keys of a set are used. Others in it have other purposes, and each more algorithm is one more way in.
    package enum Kind: Sendable {
        /// ECDSA over P-256.
        case es256
        /// ECDSA over P-256, and RSA, as identity providers sign.
        case es256OrRSA

        /// The names of what keys sign with (RFC 7518, section 3.1).
        fileprivate var algorithms: String { self == .es256 ? "ES256" : "ES256 or RS256" }

        fileprivate func permits(_ key: JWK) -> Bool {
            if key.keyType == .ecdsa { return key.curve == .ecdsa(.p256) }
            return self == .es256OrRSA && key.keyType == .rsa
        }
    }

    private let source: SignInKeySource
    private let kind: Kind
    private let logger: Logger?
    /// Whose keys they are, for the log.
    private let issuer: String
    private let clock: @Sendable () -> ContinuousClock.Instant
    private var keys: JWTKeyCollection?
    private var isUsable = true
    private var loaded: ContinuousClock.Instant
    private var failed: ContinuousClock.Instant?
    /// How long a source that failed is left alone.
    private let pause: Duration
    private var loading: Task<Loaded, any Error>?

    private struct Loaded: Sendable {
        let keys: JWTKeyCollection
        /// How many keys the set has, and how many of them are used.
        let count: Int
        let usable: Int
    }

    /// The age at which keys are fetched again, so that a revoked key stops working.
    private static let maximumAge = Duration.seconds(300)
    /// The minimum time between fetches that tokens with an unknown key cause.
    private static let minimumAge = Duration.seconds(5)
    /// How many keys of a set are used.
    private static let maximumCount = 50

    package init(
        _ source: SignInKeySource, _ kind: Kind, of issuer: String, logger: Logger? = nil,
        pause: Duration = .zero,
        clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.source = source
        self.kind = kind
        self.issuer = issuer
        self.logger = logger
        self.clock = clock
        self.pause = pause
        loaded = clock()
    }

    /// The payload of a token whose signature is of one of the keys.
    ///
    /// - Parameter check: Throws a ``Problem`` for a payload that is not accepted.
    /// - Throws: That problem; a 401 for a signature that is not valid; a 503 if the keys can't be fetched.
    func payload<Payload: JWTPayload>(
        of token: String, as type: Payload.Type, _ check: @Sendable (Payload) throws -> Void
    ) async throws -> Payload {
        let payload: Payload
        do {
            payload = try await current().verify(token, as: type)
        } catch let problem as Problem {
            throw problem
        } catch {
            guard clock() - loaded > Self.minimumAge, let found = try? await reload().verify(token, as: type) else {
                guard isUsable else {
                    throw Problem.unauthorized(
                        "The token's issuer has no key for \(kind.algorithms), so no token of it is valid.")
                }
                throw Problem.unauthorized("The token is not valid.")
            }
            payload = found
        }
        try check(payload)
        return payload
    }

    private func current() async throws -> JWTKeyCollection {
        if let keys, clock() - loaded < Self.maximumAge { return keys }
        return try await reload()
    }

    /// Fetches the keys; concurrent calls share one fetch.
    private func reload() async throws -> JWTKeyCollection {
        if let loading { return try await value(of: loading) }
        if let failed, clock() - failed < pause { throw unavailable }
        let task = Task { try await Self.keys(from: source, kind) }
        loading = task
        defer { loading = nil }
        do {
            let found = try await task.value
            keys = found.keys
            if found.usable == 0, isUsable {
                logger?.warning(
                    "None of the issuer's keys has a supported type, so its tokens are refused. Add a key of a type that is needed.",
                    metadata: ["issuer": "\(issuer)", "keys": "\(found.count)", "needed": "\(kind.algorithms)"])
            }
            isUsable = found.usable > 0
            (loaded, failed) = (clock(), nil)
            return found.keys
        } catch {
            failed = clock()
            logger?.error(
                "The keys that verify sign-ins could not be fetched. Check the issuer and the address of its keys.",
                metadata: ["issuer": "\(issuer)", "error": "\(ErrorText.sentence(of: error))"])
            throw unavailable
        }
    }

    private func value(of task: Task<Loaded, any Error>) async throws -> JWTKeyCollection {
        do { return try await task.value.keys } catch { throw unavailable }
    }

    private var unavailable: Problem {
        Problem(.serviceUnavailable, "The keys of \(issuer) are not available at the moment.")
    }

    /// The usable keys of a set. Keys that are not understood are ignored (RFC 7517, section 5).
    private static func keys(from source: SignInKeySource, _ kind: Kind) async throws -> Loaded {
        let data = try await source.load()
        let set = try JSONDecoder().decode(KeySet.self, fromForeign: data)
        let keys = JWTKeyCollection()
        var usable = 0
        for (number, entry) in set.keys.prefix(maximumCount).enumerated() {
            guard var key = entry.key, kind.permits(key), entry.use != "enc" else { continue }
            // Said here, so that no token chooses the algorithm.
            if key.keyType == .ecdsa { key.algorithm = .es256 } else { key.algorithm = key.algorithm ?? .rs256 }
            key.keyIdentifier = key.keyIdentifier ?? JWKIdentifier(string: "key \(number)")
            if (try? await keys.add(jwk: key)) != nil { usable += 1 }
        }
        return Loaded(keys: keys, count: set.keys.count, usable: usable)
    }

    /// A key set (RFC 7517, section 5).
    private struct KeySet: Decodable {
        struct Entry: Decodable {
            /// Nil for one that is not understood.
            let key: JWK?
            let use: String?

            private enum PartOfKey: CodingKey { case use }

            init(from decoder: any Decoder) throws {
                key = try? JWK(from: decoder)
                use = try? decoder.container(keyedBy: PartOfKey.self).decode(String.self, forKey: .use)
            }
        }

        let keys: [Entry]
    }
}
