import AtollPackages
import AtollReview

/// The state of a version's pages in a browser.
package struct StoredRendering: Sendable {
    package enum State: String, Sendable, CaseIterable {
        /// No browser has had its turn.
        case waiting
        case running
        case done
        /// It was tried often enough, or its files are gone.
        case failed
    }

    package struct Picture: Sendable {
        package let page: String
        package let look: String
        package let sha256: SHA256Hash
    }

    /// How often one is tried.
    static let maximumAttempts = 3
    /// After how many seconds a process that has begun counts as gone.
    package static let patience = 600

    /// The message of a run that ended early.
    static let cutShort = "Its pages did not open, or took all the time that they may."
    /// How long after such a run the pages are not opened again on request, in seconds.
    static let pauseAfterCut = 600

    package let state: State
    /// Since when, in seconds since 1970.
    package let since: Int
    let attempts: Int
    package let findings: [CheckedFinding]
    package let unopened: Int
    package let message: String
    package var pictures: [Picture] = []
}
