import AtollNavigation

/// The places of the hub feature: the grid, and a mini app, which has its id as id.
public enum HubScreen: String, Fragment, CaseIterable, CustomStringConvertible {
    case hub, miniApp

    public var description: String { rawValue }
}
