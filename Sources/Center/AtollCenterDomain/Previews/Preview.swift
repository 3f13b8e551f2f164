import AtollCenterAPI
import AtollCredentials
import AtollPackages
import Foundation

/// A link to a version, made before it is released: a user with its code sees the version in a host that opens
/// previews.
///
/// Only the digest of the code is stored: it is shown when the link is made, and nowhere else.
package struct Preview: Hashable, Sendable {
    package let id: String
    package let miniApp: MiniAppID
    /// The version code.
    package let code: Int
    /// The id of the account that created it, directly or by its API key; of the API key, if the operator created that;
    /// or of ``AuditActor/operator``.
    package let maker: String
    /// In seconds since 1970.
    package let created: Int
    package let expires: Int
    /// How often it may be opened, and how often it was.
    package let opens: Int
    package let opened: Int

    var isUsedUp: Bool { opened >= opens }

    /// For how many days one lasts.
    package static let days = 1...30
    package static let usualDays = 7
    /// How often one may be opened.
    package static let possibleOpens = 1...100
    package static let usualOpens = 20
    /// How many a version has at one time, at most.
    package static let maximumCount = 20

    /// The states of a version that can be previewed: not those of one that was refused, given up or taken back.
    package static let states: Set<VersionState> = [
        .draft, .submitted, .inReview, .approved, .scheduled, .rollingOut, .held, .live,
    ]

    /// Returns the reason why a link to a version can't be opened, or `nil`.
    package static func fault(of version: VersionRecord) -> ActionError? {
        guard states.contains(version.state) else {
            return .conflict(
                rule: "state", "A version that was rejected, discarded, withdrawn or superseded has no previews.")
        }
        guard version.hasFiles else {
            return .conflict(rule: "no-files", "The files of the version are no longer stored.")
        }
        guard version.miniApp.quarantine == nil else {
            return .conflict(rule: "quarantined", "This mini app is quarantined.")
        }
        guard version.miniApp.publishing == .permitted else {
            return .conflict(rule: "not-granted", "Its publisher may no longer publish in this super app.")
        }
        guard version.id.preview != nil else {
            return .conflict(rule: "long-id", "The mini app's id is too long for previews.")
        }
        return nil
    }

    /// A new code from 16 random bytes: 26 letters and digits.
    package static func newCode(_ bytes: [UInt8]) -> String { Base32.text(of: Data(bytes)) }
}
