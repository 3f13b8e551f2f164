/// The number of columns in which the hub shows its tiles.
///
/// One column has room for descriptions; two columns fit more mini apps on the screen, with smaller tiles and names
/// only.
public enum HubLayout: String, Hashable, Sendable, Codable, CaseIterable {
    /// One column of tiles with descriptions.
    case oneColumn = "one"
    /// Two columns of tiles with names only.
    case twoColumns = "two"

    /// The number of columns.
    public var columns: Int { self == .oneColumn ? 1 : 2 }

    /// The height of a tile, in points.
    public var tileHeight: Int { self == .oneColumn ? 200 : 150 }

    /// Whether tiles show the description below the name.
    public var showsDescriptions: Bool { self == .oneColumn }

    /// The other layout: the hub's button switches to it, and shows its icon and label.
    public var toggled: HubLayout { self == .oneColumn ? .twoColumns : .oneColumn }
}
