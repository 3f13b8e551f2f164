/// How much of a pool is in use.
package struct PostgresPoolUsage: Sendable, Hashable {
    package let open: Int
    package let inUse: Int
    package let waiting: Int
}
