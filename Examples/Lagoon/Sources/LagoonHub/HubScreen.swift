import AtollNavigation

/// The places of the hub feature: the grid; what there is to know of a mini app, and the mini app itself, which both have its id
/// as id.
public enum HubScreen: String, Fragment, Codable, CaseIterable, CustomStringConvertible {
    case hub, details, miniApp

    public var description: String { rawValue }
}
