/// The reason that a test can't be run, or has failed.
package enum MiniAppTestError: Error, Hashable, CustomStringConvertible {
    /// The file is not a valid test, for this reason.
    case unreadable(String, String)
    /// A step failed: its number, its description, and what was found.
    case step(Int, String, found: String)
    /// The mini app did not start.
    case notStarted(String)
    /// The mini app had errors that the test does not allow.
    case errors([String])

    package var description: String {
        switch self {
        case .unreadable(let file, let reason): "\(file): \(reason)"
        case .step(let number, let step, let found): "step \(number), \(step): \(found)"
        case .notStarted(let reason): "the mini app does not start: \(reason)"
        case .errors(let errors): "the mini app has errors: \(errors.joined(separator: "; "))"
        }
    }
}
