/// Where a version is in its life.
package enum VersionState: String, Codable, Hashable, Sendable, CaseIterable {
    /// It was uploaded, and is what its package and its statement say.
    case draft
    /// It waits for a reviewer.
    case submitted
    /// A reviewer has claimed it.
    case inReview
    /// A reviewer has refused it, for good.
    case rejected
    /// It may be released.
    case approved
    /// It will be released at a time.
    case scheduled
    /// Some devices receive it.
    case rollingOut
    /// As before, and no further devices receive it.
    case held
    /// All devices receive it.
    case live
    /// A later one is live; devices may go back to it.
    case superseded
    /// It was taken back: no device starts it.
    case withdrawn
    /// It was given up before it was released.
    case discarded

    /// Whether the Center announces the version to devices as one that they may run.
    package var isReleased: Bool { self == .rollingOut || self == .held || self == .live }
}
