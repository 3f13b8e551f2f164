/// The counts of a day, a version and a platform.
package struct UsageRow: Hashable, Sendable {
    package let day: Int
    package let code: Int
    package let platform: String
    package let name: String
    package let count: Int
}
