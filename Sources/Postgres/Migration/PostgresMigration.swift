/// A step from one version of a database's schema to the next.
///
/// Programs of two releases share the database while one replaces the other. So a step adds what the next release needs
/// ("expand"), and what no program uses any more is removed by a step of a later release ("contract").
package struct PostgresMigration: Sendable {
    package let version: Int
    package let name: String
    /// Statements separated by semicolons.
    package let script: String
    /// The lowest version of the schema whose programs can still use the tables after this step.
    package let oldestProgram: Int

    /// - Parameters:
    ///   - version: One more than that of the migration before it; 1 for the first.
    ///   - oldestProgram: Its own version for a step that removes something, and a lower one for a step that only adds.
    package init(_ version: Int, _ name: String, oldestProgram: Int, _ script: String) {
        precondition((1...version).contains(oldestProgram), "no program of a later release has been written yet")
        self.version = version
        self.name = name
        self.oldestProgram = oldestProgram
        self.script = script
    }
}
