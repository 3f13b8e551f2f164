/// A column of a row is not of the type that the code expects.
package struct SQLRowError: Error, Equatable, CustomStringConvertible {
    package let column: Int
    package let expected: String

    package init(column: Int, expected: String) {
        self.column = column
        self.expected = expected
    }

    package var description: String { "Column \(column) of a row of the database is not \(expected)." }
}
