/// A table as it is moved from one kind of database to another.
package struct ArchivedTable: Sendable {
    package let name: String
    package let columns: [Column]
    /// The columns that identify and sort its rows.
    package let key: [String]

    package struct Column: Sendable {
        package let name: String
        package let kind: Kind
    }

    package enum Kind: Sendable {
        case text, integer, boolean, number, bytes
    }

    package init(_ name: String, key: [String], _ columns: KeyValuePairs<String, Kind>) {
        self.name = name
        self.key = key
        self.columns = columns.map { Column(name: $0.key, kind: $0.value) }
    }

    /// Everything that a Center stores, apart from what is derived from it. Tables that others refer to come first.
    package static let all = people + catalog
}
