import AtollCenterAPI
import AtollPackages
import Foundation

/// A version as people work with it: where it is in its life, and what led there.
package struct VersionRecord: Sendable {
    package let miniApp: MiniAppRecord
    package let code: Int
    /// The version's name, such as `1.2.0`, and the mini app's.
    package let name: String
    package let title: String
    /// The listing as it is stored.
    let listingText: String
    /// The version below which nothing runs once devices have seen this one.
    package let floor: Int
    /// The lowest version of the mini app platform that it needs, and when its publisher's statement expires.
    package let minimumPlatform: Int
    package let expires: Date
    package internal(set) var state: VersionState
    package internal(set) var revision: Int
    package let uploaded: Int
    package internal(set) var changed: Int
    package let uploaderKind: String
    package let uploader: String
    /// The account of the uploader, also by an API key.
    package let maker: String?
    package internal(set) var notes: String
    package internal(set) var wish: ReleaseWish
    /// When it is to be released.
    package internal(set) var starts: Int?
    /// The account that has claimed it.
    package internal(set) var reviewer: String?
    package internal(set) var permyriad: Int
    package internal(set) var groups: [String]
    package internal(set) var plan: ReleasePlan
    /// How many steps of the plan were carried out.
    package internal(set) var step: Int
    /// When the next one is due.
    package internal(set) var stepTime: Int?
    /// The comment of the last change to the state.
    package internal(set) var comment: String
    /// The accounts that have approved it.
    package internal(set) var approvals: [String]
    /// The minimum version of the super app, or nil.
    package let minimumHost: String?
    /// Whether its files are stored.
    package let hasFiles: Bool
    /// The critical permissions that it asks for.
    package let criticalPermissions: Set<String>
    /// Those of them that the last version before it that people have approved did not ask for.
    package let addedCriticalPermissions: Set<String>

    /// The longest release notes, reason or comment, in characters.
    package static let maximumText = 4_000

    package var id: MiniAppID { miniApp.id }

    /// How many people must approve it: two where it adds a critical permission, unless its super app reviews nothing
    /// of its publisher.
    package var approvalsNeeded: Int {
        let asked = miniApp.policy.approvals
        return asked > 0 && !addedCriticalPermissions.isEmpty ? max(asked, 2) : asked
    }

    /// The version as devices see it.
    package var listing: MiniAppListing { get throws { try SearchEntry.value(of: listingText) } }

    /// The subject of permissions.
    package var subject: PermissionSubject {
        var subject = miniApp.subject
        subject.maker = maker
        return subject
    }
}
