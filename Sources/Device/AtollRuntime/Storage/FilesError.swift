import AtollPackages
import Foundation

/// The reasons why a file can't be read or written.
public enum FilesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path has an empty part, or one that is `.` or `..`, or is too long.
    case badPath
    /// There is no such file.
    case notFound
    /// The offset is beyond the end of the file.
    case badOffset
    /// The area is full.
    case full(limit: Int)
    /// There are too many files.
    case tooMany(limit: Int)
    /// The folder can't be used: a sentence for the operator.
    case unavailable(String)

    /// The error, in a sentence.
    public var description: String {
        switch self {
        case .badPath: "A path must have 1 to 120 bytes, and parts between slashes that are not empty, \".\" or \"..\"."
        case .notFound: "There is no such file."
        case .badOffset: "The offset is beyond the end of the file."
        case .full(let limit): "The files of a mini app must not exceed \(limit) bytes."
        case .tooMany(let limit): "A mini app must not have more than \(limit) files."
        case .unavailable(let reason): reason
        }
    }
}
