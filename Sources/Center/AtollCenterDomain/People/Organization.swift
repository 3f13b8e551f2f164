import AtollPackages

/// A company or a team that publishes mini apps, owns super apps, or both.
package struct Organization: Hashable, Sendable, Codable {
    /// Chosen when it is created, and never changed: 2 to 40 lowercase letters, digits and hyphens.
    package let id: String
    package let name: String
    /// The publisher id of its mini apps; `nil` if it does not publish.
    package let publisher: PublisherID?
    package let ownsSuperApps: Bool
    /// Whether its members need a second factor for every change.
    package let needsSecondFactor: Bool
    package let isClosed: Bool
    package let created: Int
    package let revision: Int

    /// The organization of those who run the Center.
    package static let platform = "platform"
    /// The longest name, in Unicode scalars.
    package static let maximumName = 100

    /// Whether a text may be the id of an organization.
    package static func isID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        func isLetterOrDigit(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) }
        guard (2...40).contains(bytes.count), let first = bytes.first, let last = bytes.last else { return false }
        return isLetterOrDigit(first) && isLetterOrDigit(last)
            && bytes.allSatisfy { isLetterOrDigit($0) || $0 == 0x2d }
    }
}
