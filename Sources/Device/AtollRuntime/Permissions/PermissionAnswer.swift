/// A user's answer to a permission request.
public enum PermissionAnswer: String, Hashable, Sendable, Codable, CaseIterable {
    /// Until it is taken back.
    case granted
    /// Until the mini app is closed.
    case once
    /// Not now; after two times, not until the settings say otherwise.
    case denied

    /// The decision for the launch in which it was given.
    public var ofLaunch: PermissionLedger.Decision { self == .denied ? .denied : .granted }
}
