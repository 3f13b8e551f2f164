/// The result of a statement: its rows, and the number of rows that it changed.
package struct SQLResult: Sendable {
    package let rows: [SQLRow]
    package let changes: Int

    package init(rows: [SQLRow], changes: Int) {
        self.rows = rows
        self.changes = changes
    }
}
