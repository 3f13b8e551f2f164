/// What a statement gave: its rows, and how many it changed.
package struct SQLResult: Sendable {
    package let rows: [SQLRow]
    package let changes: Int

    package init(rows: [SQLRow], changes: Int) {
        self.rows = rows
        self.changes = changes
    }
}
