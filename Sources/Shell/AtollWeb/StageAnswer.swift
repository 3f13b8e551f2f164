import Hummingbird

/// What a stage answers to a request for a host that is none of the shell's.
package enum StageAnswer: Sendable {
    case response(Response)
    /// The pages are at this origin.
    case elsewhere(String)
}
