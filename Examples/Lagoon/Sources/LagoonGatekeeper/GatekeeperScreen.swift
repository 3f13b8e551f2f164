import AtollNavigation

/// The places of the gatekeeper: to sign in, to register, to confirm an e-mail address, and to get in again after forgetting the password.
public enum GatekeeperScreen: String, Fragment, Codable, CaseIterable, CustomStringConvertible {
    case signIn, register, confirm, forgot, reset

    public var description: String { rawValue }
}
