import AtollPackages

/// What somebody asks about how mini apps are used.
struct UsageFilter: Hashable, Sendable {
    /// A mini app, or nil for the super app itself.
    let miniApp: MiniAppID?
    let superApp: String?
    /// A version, or nil for all.
    let code: Int?
    /// Days in UTC since 1970.
    let days: ClosedRange<Int>
}
