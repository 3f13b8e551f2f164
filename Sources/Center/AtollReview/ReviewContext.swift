import AtollPackages

/// The context of a package at the Center, which a developer may know, too: what the package is compared with.
public struct ReviewContext: Hashable, Sendable {
    /// Another mini app of the super app that users could confuse with this one.
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

    /// The last version that people have approved, or nil for the first one.
    public var base: ReviewedVersion?
    /// The other mini apps of the super app.
    public var neighbours: [Neighbour]

    /// Creates a context.
    public init(base: ReviewedVersion? = nil, neighbours: [Neighbour] = []) {
        self.base = base
        self.neighbours = neighbours
    }
}
