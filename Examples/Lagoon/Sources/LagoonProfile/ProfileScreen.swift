import AtollNavigation

/// The places of the profile feature.
public enum ProfileScreen: String, Fragment, CaseIterable, CustomStringConvertible {
    case profile, account, settings, permissions

    public var description: String { rawValue }
}
