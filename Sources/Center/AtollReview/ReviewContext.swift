import AtollPackages

/// The information with which a package is compared. The Center always has it, a developer may have it.
public struct ReviewContext: Hashable, Sendable {
    /// Another mini app of the super app, with the attributes by which users could mistake one for the other.
    public struct Neighbour: Hashable, Sendable, Codable {
        /// Its id.
        public let id: MiniAppID
        /// Its name.
        public let name: String
        /// The digests of its icons.
        public let icons: [SHA256Hash]

        /// Creates a neighbour.
        public init(id: MiniAppID, name: String, icons: [SHA256Hash]) {
            self.id = id
            self.name = name
            self.icons = icons
        }
    }

    /// The last version that a reviewer approved, or nil for the first one.
    public var base: ReviewedVersion?
    /// The other mini apps of the super app.
    public var neighbours: [Neighbour]

    /// Creates a context.
    public init(base: ReviewedVersion? = nil, neighbours: [Neighbour] = []) {
        self.base = base
        self.neighbours = neighbours
    }
}
