import Foundation
import PrintableText
import SignedJSON

/// The reason that a release is not accepted.
public enum ReleaseRefusal: Error, Hashable, Sendable {
    /// The statement, the descriptor or the publisher's file can't be read: which of them, and what is wrong.
    case malformed(String, String)
    /// Fewer of the publisher's keys have signed than the threshold requires.
    case unsigned(PublisherID, valid: Int, threshold: Int)
    /// Only keys that the review team has not accepted for the publisher have signed: the ids of both.
    case unknownKeys(PublisherID, signed: [String], known: [String])
    /// No publisher that the review team has accepted owns this mini app.
    case unknownPublisher(MiniAppID)
    /// It was signed for another repository, whose digest this is.
    case otherRepository(SHA256Hash)
    /// It was signed for other super apps, whose ids these are.
    case otherSuperApp([String])
    /// It belongs to another publisher.
    case otherPublisher(PublisherID, expected: PublisherID)
    /// It is for another mini app.
    case otherMiniApp(MiniAppID, expected: String)
    /// The publisher's statement has expired.
    case expired(Date)
    /// The version is lower than the lowest that may run.
    case belowFloor(code: Int, floor: Int)
    /// It needs a newer version of the platform.
    case newerPlatform(needed: Int, has: Int)
    /// It needs a newer version of the host.
    case newerHost(needed: String, has: String)
    /// It has been withdrawn.
    case withdrawn
    /// It is being rolled out, and this device does not receive it yet.
    case notYet
    /// The mini app has no live release.
    case noRelease(MiniAppID)
    /// The manifest is not the one that the publisher signed for.
    case otherManifest(MiniAppID)
    /// The files are not those that the publisher signed for: what differs.
    case otherFiles(String)
}

extension ReleaseRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformed(let what, let reason): "The \(what) can't be read: \(reason)\(reason.hasSuffix(".") ? "" : ".")"
        case .unsigned(let publisher, let valid, let threshold):
            "It is not signed by \(publisher): it has \(valid) of the \(threshold) valid signatures that are required."
        case .unknownKeys(let publisher, let signed, let known):
            "It is signed by \(Self.keys(signed)), but \(publisher) is registered with \(Self.keys(known)). "
                + "Sign with a registered key, or ask the review team to register the other one: atoll publisher ask."
        case .unknownPublisher(let app): "No publisher known to the review team owns \(app)."
        case .otherRepository: "It was signed for another Mini App Center."
        case .otherSuperApp(let others): "It was signed for \(others.joined(separator: ", ")), not for this app."
        case .otherPublisher(let publisher, let expected): "It belongs to \(publisher), not to \(expected)."
        case .otherMiniApp(let app, let expected): "It is \(app), not \(expected)."
        case .expired(let date): "The publisher's signature expired at \(Timestamp.text(date))."
        case .belowFloor(let code, let floor): "Version \(code) is older than \(floor), the oldest that may run."
        case .newerPlatform(let needed, let has):
            "It needs platform version \(needed), but this app has version \(has)."
        case .newerHost(let needed, let has): "It needs version \(needed) of this app, but this is version \(has)."
        case .withdrawn: "It was withdrawn."
        case .notYet: "It is being rolled out, and has not reached this device yet."
        case .noRelease(let app): "\(app) has no live release."
        case .otherManifest: "Its manifest is not the one that its publisher signed."
        case .otherFiles(let what): "Its files are not those that its publisher signed: \(what)."
        }
    }

    private static func keys(_ ids: [String]) -> String {
        ids.isEmpty
            ? "no key"
            : "the key " + ids.sorted().prefix(5).map { $0.prefix(32).description.printable() }.joined(separator: ", ")
    }
}
