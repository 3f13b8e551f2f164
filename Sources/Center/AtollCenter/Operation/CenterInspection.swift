/// The result of reading a Center's data: what was read, and its faults.
package struct CenterInspection: Sendable {
    /// How many versions there are.
    package var versions = 0
    /// How many files they have; a file of several versions counts each time.
    package var files = 0
    /// The version of the repository's timestamp, or `nil` without a repository.
    package var repository: Int?
    /// The number of rows of the audit log.
    package var auditRows = 0
    /// One sentence each.
    package var faults: [String] = []
}
