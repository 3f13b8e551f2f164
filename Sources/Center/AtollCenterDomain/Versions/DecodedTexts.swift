import AtollPackages
import Foundation
import NIOConcurrencyHelpers
import SignedJSON

/// Decoded statements and listings, which never change: cached for a while, because decoding
/// them costs more than a whole change of a version's state.
enum DecodedTexts {
    /// Of a publisher's statement.
    struct Statement: Sendable {
        package let floor: Int
        package let minimumPlatform: Int
        package let expires: Date
        package let superApps: [String]
    }

    /// Of a listing.
    struct Listing: Sendable {
        package let name: String
        package let version: String
    }

    /// The number of cached entries of each kind; beyond that, all are forgotten. A statement has a few kilobytes.
    private static let capacity = 500
    private static let statements = NIOLockedValueBox<[String: Statement]>([:])
    private static let listings = NIOLockedValueBox<[String: Listing]>([:])

    /// - Parameter text: As it is stored, with its signatures.
    package static func statement(_ text: String) throws -> Statement {
        try value(of: text, in: statements) {
            let signed = try SignedStatement(parsing: Data(text.utf8))
            let parsed = try ReleaseStatement(parsing: signed.bytes)
            return Statement(
                floor: parsed.floor, minimumPlatform: parsed.minimumPlatform, expires: parsed.expires,
                superApps: parsed.superApps)
        }
    }

    package static func listing(_ text: String) throws -> Listing {
        try value(of: text, in: listings) {
            let parsed: MiniAppListing = try SearchEntry.value(of: text)
            return Listing(name: parsed.name, version: parsed.version.name)
        }
    }

    private static func value<Value: Sendable>(
        of text: String, in known: NIOLockedValueBox<[String: Value]>, _ decode: () throws -> Value
    ) throws -> Value {
        if let found = known.withLockedValue({ $0[text] }) { return found }
        let value = try decode()
        known.withLockedValue { known in
            if known.count >= capacity { known = [:] }
            known[text] = value
        }
        return value
    }
}
