import AtollCenterAPI

/// The versions whose files are no longer needed.
struct EndedFiles {
    let states: [VersionState]
    /// The time for which they are stored in these states, in seconds.
    let lifetime: Int
    /// Whether devices may have to go back to the version, unless they have seen a floor above it.
    var isWayBack = false

    static let all = [
        EndedFiles(states: [.discarded], lifetime: 30 * 86_400),
        EndedFiles(states: [.rejected], lifetime: 180 * 86_400),
        EndedFiles(states: [.superseded], lifetime: 180 * 86_400, isWayBack: true),
    ]

    /// How many versions are looked at in one transaction.
    static let batch = 100
}
