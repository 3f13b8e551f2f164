/// In how many columns the hub shows its tiles.
///
/// One column has room for descriptions; two show more mini apps at once, with lower tiles and names only.
public enum HubLayout: String, Hashable, Sendable, Codable, CaseIterable {
    case oneColumn = "one"
    case twoColumns = "two"

    /// The number of columns.
    public var columns: Int { self == .oneColumn ? 1 : 2 }

    /// The height of a tile, in points.
    public var tileHeight: Int { self == .oneColumn ? 200 : 150 }

    /// Whether tiles show the description below the name.
    public var showsDescriptions: Bool { self == .oneColumn }

    /// The layout that the button on the hub switches to; its icon and its label show that one.
    public var toggled: HubLayout { self == .oneColumn ? .twoColumns : .oneColumn }
}
