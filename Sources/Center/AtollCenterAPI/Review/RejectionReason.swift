/// Why a reviewer refuses a version.
package enum RejectionReason: String, Codable, Hashable, Sendable, CaseIterable {
    case doesNotStart = "does-not-start"
    case brokenFunction = "broken-function"
    case permissionUnneeded = "permission-unneeded"
    case permissionText = "permission-text"
    case networkUnneeded = "network-unneeded"
    case hiddenFunction = "hidden-function"
    case unreadableCode = "unreadable-code"
    case privacy
    case content
    case nameOrIcon = "name-or-icon"
    case accessibility
    case security
    case other
}
