/// A system that a super app runs on.
package enum HostPlatform: String, Hashable, Sendable, CaseIterable {
    case iOS = "ios"
    case macOS = "macos"
    case android
    /// The web shell, in any browser.
    case web
}
