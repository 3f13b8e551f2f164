import AtollNavigation

/// The screens of the gatekeeper: signing in, registering, confirming an e-mail address, requesting a link to reset the
/// password, and choosing a new password.
public enum GatekeeperScreen: String, Fragment, Codable, CaseIterable, CustomStringConvertible {
    case signIn, register, confirm, forgot, reset

    public var description: String { rawValue }
}
