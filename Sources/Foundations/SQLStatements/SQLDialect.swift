/// The dialect of a database, where SQL differs between databases.
package enum SQLDialect: Sendable, CaseIterable {
    case sqlite, postgres
}
