/// A database that tables of both dialects are in.
package protocol SQLDatabase: Sendable {
    /// Runs statements that change nothing, all with what was committed when the first began.
    func read<Result: Sendable>(_ work: @escaping @Sendable (any SQLSession) throws -> Result) async throws -> Result

    /// Runs statements in one transaction, which is committed unless `work` throws.
    ///
    /// - Parameter work: May be run again from its beginning, and has no effects but on the database.
    func write<Result: Sendable>(_ work: @escaping @Sendable (any SQLSession) throws -> Result) async throws -> Result
}
