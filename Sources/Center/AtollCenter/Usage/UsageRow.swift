/// What was counted on a day, of a version and on a platform.
struct UsageRow: Hashable, Sendable {
    let day: Int
    let code: Int
    let platform: String
    let name: String
    let count: Int
}
