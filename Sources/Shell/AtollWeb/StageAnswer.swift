import Hummingbird

/// A stage's answer to a request for a host that does not belong to the shell.
package enum StageAnswer: Sendable {
    case response(Response)
    /// The pages are at this origin.
    case elsewhere(String)
}
