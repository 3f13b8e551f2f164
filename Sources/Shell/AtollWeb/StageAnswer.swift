import Hummingbird

/// A stage's answer to a request for a host that is not the shell's.
package enum StageAnswer: Sendable {
    case response(Response)
    /// The pages are at this origin.
    case elsewhere(String)
}
