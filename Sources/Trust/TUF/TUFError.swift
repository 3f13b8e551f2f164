import PrintableText
import SignedJSON

/// The reason that something is not trusted, or could not be published. What was trusted before still is.
public enum TUFError: Error, Hashable, Sendable {
    /// The metadata of a role is not JSON that can be signed.
    case badJSON(role: String, JSONError)
    /// The metadata of a role does not conform to the specification: what is wrong.
    case malformed(role: String, String)
    /// The metadata was made for another version of the specification.
    case specVersion(role: String, String)
    /// Fewer keys than the threshold have signed.
    case unsigned(role: String, valid: Int, threshold: Int)
    /// The version is lower than one that was trusted before.
    case rollback(role: String, from: Int, to: Int)
    /// The version is not the one that was announced.
    case wrongVersion(role: String, expected: Int, found: Int)
    /// The metadata has expired: at which time.
    case expired(role: String, String)
    /// The length is not the one that was announced.
    case wrongLength(String, expected: Int, found: Int)
    /// The digest is not the one that was announced.
    case wrongDigest(String)
    /// A role is not listed where it must be.
    case unlisted(role: String)
    /// There is no trusted root to begin with.
    case noRoot
    /// No role with the authority to list this target does.
    case unknownTarget(String)
    /// The text is not a valid path of a target.
    case badTargetPath(String)
    /// The repository could not be read.
    case transport(String, TUFTransportError)
    /// Another process has published since the repository was opened at this version of the timestamp.
    case changedElsewhere(version: Int)
    /// The keys that must sign for a role are not available.
    case keysMissing(role: String)
    /// A role has reached the last version; versions restart only with new keys for the timestamp and the snapshot.
    case lastVersion(role: String)
    /// A change that was signed elsewhere would begin a repository other than the existing one.
    case alreadyBegun
    /// A file could not be written or read.
    case storage(String)
}

extension TUFError: CustomStringConvertible {
    /// One line for any metadata.
    public var description: String { text.printable(most: 1_000) }

    private var text: String {
        switch self {
        case .badJSON(let role, let error): "The metadata of \(role) can't be read. \(error)"
        case .malformed(let role, let reason): "The metadata of \(role) is invalid: \(reason)."
        case .specVersion(let role, let version):
            "The metadata of \(role) has specification version \(version); only 1.x is supported."
        case .unsigned(let role, let valid, let threshold):
            "The metadata of \(role) is signed by \(valid) of the \(threshold) keys that must sign it."
        case .rollback(let role, let from, let to):
            "The repository offers version \(to) of \(role), but version \(from) was trusted before."
        case .wrongVersion(let role, let expected, let found):
            "The repository offers version \(found) of \(role), but announced version \(expected)."
        case .expired(let role, let time): "The metadata of \(role) expired at \(time)."
        case .wrongLength(let name, let expected, let found):
            "\(name) has \(found) bytes, but \(expected) were announced."
        case .wrongDigest(let name): "\(name) does not have the announced digest."
        case .unlisted(let role): "The repository does not list \(role), or no longer does."
        case .noRoot: "There is no trusted root to begin with."
        case .unknownTarget(let path): "No role with the authority to list the target \(path) does."
        case .badTargetPath(let path): "\"\(path)\" is not a valid path of a target."
        case .transport(let name, let error): "\(name) could not be downloaded. \(error)"
        case .changedElsewhere(let version):
            "Another process has published since version \(version) of the timestamp. Open the repository again."
        case .lastVersion(let role):
            "\(role) has reached the last version. Replace the keys of the timestamp and the snapshot to restart versions."
        case .alreadyBegun: "There is already a repository, and this change would begin another one."
        case .keysMissing(let role): "The keys that sign for \(role) are not available."
        case .storage(let text): "A file could not be read or written: \(text)"
        }
    }
}
