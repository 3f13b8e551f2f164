/// A database with tables whose statements support both dialects.
package protocol SQLDatabase: Sendable {
    /// Runs read-only statements. All see what was committed when the first one began.
    func read<Result: Sendable>(_ work: @escaping @Sendable (any SQLSession) throws -> Result) async throws -> Result

    /// Runs statements in one transaction, which is committed unless `work` throws.
    ///
    /// - Parameter work: May be run again from its beginning, and must have no effects except on the database.
    func write<Result: Sendable>(_ work: @escaping @Sendable (any SQLSession) throws -> Result) async throws -> Result
}
