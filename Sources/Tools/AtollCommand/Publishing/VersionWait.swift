import AtollCenterAPI
import AtollPackages
import AtollPublishing
import AtollTerminal
import Foundation
import SignedJSON

/// Waits for the outcome of a submitted version.
struct VersionWait {
    let center: URL
    let secret: String

    private static let interval = Duration.seconds(2)
    /// How long to wait. Reviewers are people, so this is a week.
    private static let patience = Duration.seconds(7 * 86_400)

    /// Prints each new state of the version, until it is live or can no longer become live.
    ///
    /// - Parameter came: Called with each state.
    /// - Throws: A ``Failure`` if it was rejected or withdrawn.
    func untilDecided(_ manifest: Manifest, came: (String) -> Void) async throws {
        let client = CenterClient(center: center, secret: secret)
        let path = "v1/miniapps/\(manifest.id)/versions/\(manifest.version.code)"
        let end = ContinuousClock.now + Self.patience
        var last: VersionState?
        while ContinuousClock.now < end {
            do {
                let version: VersionView = try await client.answer("GET", path)
                if version.state != last { note(VersionText.line(version)) }
                came(version.state.rawValue)
                last = version.state
                switch version.state {
                case .live, .rollingOut: return
                case .approved where version.release == "manual":
                    return note(
                        "Release it to all devices with: atoll release complete \(manifest.id) \(manifest.version.code)"
                    )
                case .rejected, .withdrawn, .discarded:
                    throw Failure("\(manifest.id) \(manifest.version.name) is \(version.state.rawValue).")
                default: break
                }
            } catch PublishingFailure.network {
                // The Center may be restarted meanwhile.
            }
            try await Task.sleep(for: Self.interval)
        }
        throw Failure("No reviewer has decided within a week.")
    }
}
