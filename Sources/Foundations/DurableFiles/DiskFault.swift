import Foundation

/// Lets tests make the disk fail at a chosen step. Nothing fails unless a test sets ``fault``.
package enum DiskFault {
    /// A step that changes the disk.
    package enum Step: String, Sendable {
        case makeFolder, open, write, force, rename
    }

    /// Called before each step in the tasks of the test that sets it; the step fails with the code that it returns, if
    /// any.
    @TaskLocal package static var fault: (@Sendable (Step) -> POSIXErrorCode?)?

    static func check(_ step: Step) throws {
        if let code = fault?(step) { throw POSIXError(code) }
    }
}
