import AtollPackages

/// A query for the usage of mini apps.
package struct UsageFilter: Hashable, Sendable {
    /// A mini app, or nil for the super app itself.
    package let miniApp: MiniAppID?
    package let superApp: String?
    /// A version, or nil for all.
    package let code: Int?
    /// Days in UTC since 1970.
    package let days: ClosedRange<Int>

    package init(miniApp: MiniAppID?, superApp: String?, code: Int?, days: ClosedRange<Int>) {
        self.miniApp = miniApp
        self.superApp = superApp
        self.code = code
        self.days = days
    }
}
