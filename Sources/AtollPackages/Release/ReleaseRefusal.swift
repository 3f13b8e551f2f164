import Foundation
import PrintableText
import SignedJSON

/// Why a release is not accepted.
public enum ReleaseRefusal: Error, Hashable, Sendable {
    /// The statement, the descriptor or the publisher's file can't be read: which, and what is wrong.
    case malformed(String, String)
    /// Fewer of the publisher's keys than it takes have signed.
    case unsigned(PublisherID, valid: Int, threshold: Int)
    /// Other keys have signed than the review team has taken in: the ids of both.
    case unknownKeys(PublisherID, signed: [String], known: [String])
    /// No publisher that the review team knows has this mini app.
    case unknownPublisher(MiniAppID)
    /// It was signed for another repository.
    case otherRepository(BlobDigest)
    /// It was signed for other super apps.
    case otherSuperApp([String])
    case otherPublisher(PublisherID, expected: PublisherID)
    case otherMiniApp(MiniAppID, expected: String)
    /// The publisher's word for it has run out.
    case expired(Date)
    /// A lower version than may run.
    case belowFloor(code: Int, floor: Int)
    /// The host is too old for it.
    case newerPlatform(needed: Int, has: Int)
    case newerHost(needed: String, has: String)
    /// The operator has taken it back.
    case withdrawn
    /// It is being rolled out, and this device is not among those that get it yet.
    case notYet
    /// There is no live release.
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
            "\(publisher) has not signed it: \(valid) valid signatures of \(threshold) that are needed."
        case .unknownKeys(let publisher, let signed, let known):
            "It is signed by \(Self.keys(signed)), and \(publisher) is known by \(Self.keys(known)). Sign with a known key, or let the "
                + "review team take in the other one: atoll trust publisher."
        case .unknownPublisher(let app): "No publisher that was reviewed has \(app)."
        case .otherRepository: "It was signed for another Mini App Center."
        case .otherSuperApp(let others): "It was signed for \(others.joined(separator: ", ")), not for this app."
        case .otherPublisher(let publisher, let expected): "It is of \(publisher), not of \(expected)."
        case .otherMiniApp(let app, let expected): "It is \(app), not \(expected)."
        case .expired(let date): "The publisher's signature ran out at \(Timestamp.text(date))."
        case .belowFloor(let code, let floor): "Version \(code) is older than \(floor), the oldest that may run."
        case .newerPlatform(let needed, let has): "It needs platform version \(needed), and this is \(has)."
        case .newerHost(let needed, let has): "It needs version \(needed) of this app, and this is \(has)."
        case .withdrawn: "It was withdrawn."
        case .notYet: "It is being rolled out, and has not come to this device yet."
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
