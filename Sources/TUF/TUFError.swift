import PrintableText
import SignedJSON

/// Why something was not trusted. What was trusted before is as it was.
public enum TUFError: Error, Hashable, Sendable {
    /// The metadata of a role is no JSON that could be signed.
    case badJSON(role: String, JSONError)
    /// The metadata of a role is not what the specification says: what is wrong.
    case malformed(role: String, String)
    /// The metadata was made for another version of the specification.
    case specVersion(role: String, String)
    /// Fewer keys than the threshold have signed.
    case unsigned(role: String, valid: Int, threshold: Int)
    /// The version is lower than one that was trusted.
    case rollback(role: String, from: Int, to: Int)
    /// The version is not the one that was announced.
    case wrongVersion(role: String, expected: Int, found: Int)
    /// The metadata is out of date.
    case expired(role: String, String)
    /// The length is not the one that was announced.
    case wrongLength(String, expected: Int, found: Int)
    /// The digest is not the one that was announced.
    case wrongDigest(String)
    /// A role is not listed where it has to be.
    case unlisted(role: String)
    /// There is no root to begin with.
    case noRoot
    /// No role that may says what this target is.
    case unknownTarget(String)
    /// A target's path can't be one.
    case badTargetPath(String)
    /// The repository could not be read.
    case transport(String, TUFTransportError)
    /// Another process has published since the repository was opened, with the timestamp in this version.
    case changedElsewhere(version: Int)
    /// The keys that have to sign for a role are not here.
    case keysMissing(role: String)
    /// A role has had its last version; only other keys for the timestamp and the snapshot begin anew.
    case lastVersion(role: String)
    /// A change that was signed elsewhere begins another repository than the one that is here.
    case alreadyBegun
    /// What is trusted could not be written or read.
    case storage(String)
}

extension TUFError: CustomStringConvertible {
    /// One line, whatever the metadata says of itself.
    public var description: String { text.printable(most: 1_000) }

    private var text: String {
        switch self {
        case .badJSON(let role, let error): "The metadata of \(role) can't be read. \(error)"
        case .malformed(let role, let reason): "The metadata of \(role) is not as it has to be: \(reason)."
        case .specVersion(let role, let version): "The metadata of \(role) is of specification \(version); 1.x is read."
        case .unsigned(let role, let valid, let threshold):
            "The metadata of \(role) is signed by \(valid) of the \(threshold) keys that have to sign it."
        case .rollback(let role, let from, let to):
            "The repository offers version \(to) of \(role), though version \(from) was there before."
        case .wrongVersion(let role, let expected, let found):
            "The repository offers version \(found) of \(role), and announced version \(expected)."
        case .expired(let role, let time): "The metadata of \(role) is out of date since \(time)."
        case .wrongLength(let name, let expected, let found):
            "\(name) has \(found) bytes, and \(expected) were announced."
        case .wrongDigest(let name): "\(name) is not what was announced: its digest is another one."
        case .unlisted(let role): "The snapshot does not list \(role), or no longer."
        case .noRoot: "There is no trusted root to begin with."
        case .unknownTarget(let path): "No role that may speaks of the target \(path)."
        case .badTargetPath(let path): "\"\(path)\" can't be the path of a target."
        case .transport(let name, let error): "\(name) could not be got. \(error)"
        case .changedElsewhere(let version):
            "Somebody else has published since version \(version) of the timestamp. Open the repository again."
        case .lastVersion(let role):
            "\(role) has had its last version. Other keys for the timestamp and the snapshot let versions begin anew."
        case .alreadyBegun: "There is a repository already, and this change would begin another one."
        case .keysMissing(let role): "The keys that sign for \(role) are not here."
        case .storage(let text): "What is trusted could not be kept: \(text)"
        }
    }
}
