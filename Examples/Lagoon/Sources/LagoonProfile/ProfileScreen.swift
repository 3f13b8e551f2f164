import AtollNavigation

/// The screens of the profile feature.
public enum ProfileScreen: String, Fragment, Codable, CaseIterable, CustomStringConvertible {
    case profile, account, settings, permissions, notices, sessions, password, data

    public var description: String { rawValue }
}
