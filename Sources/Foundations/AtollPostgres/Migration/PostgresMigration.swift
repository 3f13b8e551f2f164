/// A step from one version of a database's schema to the next.
///
/// Programs of two releases share the database while one replaces the other. So a step adds what the next release needs
/// ("expand"), and a step of a later release removes what no program uses anymore ("contract").
package struct PostgresMigration: Sendable {
    package let version: Int
    package let name: String
    /// Statements separated by semicolons.
    package let script: String
    /// The lowest version of the schema whose programs can still use the tables after this step.
    package let oldestProgram: Int
    /// Work in Swift after the script, in the same transaction.
    let then: (@Sendable (PostgresSession) throws -> Void)?

    /// - Parameters:
    ///   - version: One more than that of the migration before it; 1 for the first.
    ///   - oldestProgram: Its own version for a step that removes something, and a lower one for a step that only adds.
    ///   - script: Statements separated by semicolons; may be empty.
    ///   - then: Work in Swift after the script, in the same transaction.
    package init(
        _ version: Int, _ name: String, oldestProgram: Int, _ script: String,
        then: (@Sendable (PostgresSession) throws -> Void)? = nil
    ) {
        precondition((1...version).contains(oldestProgram), "no program of a later release has been written yet")
        self.version = version
        self.name = name
        self.oldestProgram = oldestProgram
        self.script = script
        self.then = then
    }
}
