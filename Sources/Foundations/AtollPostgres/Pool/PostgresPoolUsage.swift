/// The usage of a pool.
package struct PostgresPoolUsage: Sendable, Hashable {
    package let open: Int
    package let inUse: Int
    package let waiting: Int
}
