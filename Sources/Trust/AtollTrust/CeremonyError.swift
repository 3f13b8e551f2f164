import AtollPackages
import Foundation
import PrintableText
import SignedJSON
import TUF

/// The reason that a ceremony can't continue.
public enum CeremonyError: Error, Hashable, CustomStringConvertible {
    /// There is already a repository in the directory.
    case alreadyBegun
    /// One of the publishers' ids is a prefix of the other, so a mini app could belong to either.
    case prefix(PublisherID, PublisherID)
    /// There is a repository, but the Center's keys are not in the directory with this path.
    case keysMissing(String)
    /// An offline change is not one that a ceremony makes: the role, and what is unexpected.
    case odd(role: String, String)
    /// The file of an offline change can't be read: the reason.
    case badProposal(String)

    public var description: String {
        switch self {
        case .alreadyBegun:
            "There is a repository already. Creating another one is refused: devices would not follow it."
        case .keysMissing(let path):
            "The Center's keys are not in \(path). Put them back: the repository names no others."
        case .odd(let role, let reason):
            "The change to \(role.printable()) is not one that a ceremony makes: \(reason.printable())."
        case .badProposal(let reason): "The signed change can't be read: \(reason)."
        case .prefix(let id, let other):
            "The publishers \(id) and \(other) can't be distinguished: one id is a prefix of the other."
        }
    }
}
