import Foundation

/// Lets tests make the disk fail at a chosen place; nothing fails without one.
package enum DiskFault {
    /// What is about to be done.
    package enum Step: String, Sendable {
        case makeFolder, open, write, force, rename
    }

    /// Asked before each step that changes the disk, in the tasks of whoever sets it.
    @TaskLocal package static var fault: (@Sendable (Step) -> POSIXErrorCode?)?

    static func check(_ step: Step) throws {
        if let code = fault?(step) { throw POSIXError(code) }
    }
}
