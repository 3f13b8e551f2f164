import AtollPackages
import Foundation

/// The reason that the Center refuses or fails a well-formed request.
package enum CenterError: Error, Hashable {
    /// The package contains another mini app than the one it was uploaded for.
    case otherMiniApp(MiniAppID, expected: MiniAppID)
    /// The version code is not higher than the last one.
    case codeNotHigher(code: Int, last: Int)
    /// The version code is more than ``maximumJump`` above the last one.
    case jump(code: Int, last: Int)
    /// The statement is missing (nil), or it is malformed, not signed by the publisher, expired or below the floor.
    case statement(ReleaseRefusal?)
    /// The statement does not match the upload: the member that differs.
    case otherStatement(String)
    /// The statement does not name the last statement as its previous one.
    case chain(last: SHA256Hash?)
    /// The review team has not approved the publisher.
    case unknownPublisher(PublisherID)
    /// No version with this code has been published.
    case unknownVersion(Int)
    /// The version with this code is withdrawn, but this could not be announced to devices yet.
    case untold(Int)
    /// The repository announces a version that the database does not contain: it was restored from an older copy.
    case olderDatabase(told: Int)
    /// The database and the bucket belong to another repository already.
    case otherRepository
    /// The Center does not serve these super apps.
    case unknownSuperApps([String], known: [String])
    /// The super app is disabled: nothing can be published in it.
    case disabledSuperApp(String)
    /// The organization that owns the super app does not let this publisher publish in it.
    case notGranted(String, PublisherID)
    /// A mini app belongs to one super app, and the statement names several.
    case manySuperApps([String])
    /// There is no repository yet: the key ceremony has not been held.
    case noRepository
    /// The repository could not be signed or written: the reason, as logged.
    case repository(String)
    /// The bucket has a signed timestamp that the database does not know: the database has lost its last transactions
    /// in a failover, or was restored from an older copy. Nothing is signed until the operator says how to go on.
    case lostTransactions(database: Int, bucket: Int)
    /// After the database has lost transactions, files that only the repository may still name are not removed until
    /// this date.
    case notCollecting(until: Date)
    /// Another process has made another version current: the request has to be repeated.
    case currentChanged
    /// No process that signs has announced the change in time.
    case notAnnounced

    /// How far a version's code may be above the one before it, unless the operator has permitted more: otherwise a
    /// stolen key could sign the highest possible code, and end the mini app.
    package static let maximumJump = 10_000
}
