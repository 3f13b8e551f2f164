/// A database's way of saying what SQL does not say the same everywhere.
package enum SQLDialect: Sendable, CaseIterable {
    case sqlite, postgres
}
