/// A store whose rows can be read as another kind of database stores them.
package protocol ArchiveReading: Sendable {
    /// Rows of a table, sorted by its key.
    ///
    /// - Parameters:
    ///   - last: The key of the last row that was read before, or nil for the first ones.
    ///   - limit: How many rows to read at most.
    func rows(
        of table: ArchivedTable, after last: [ArchivedValue]?, limit: Int
    ) async throws -> [[ArchivedValue]]
}
