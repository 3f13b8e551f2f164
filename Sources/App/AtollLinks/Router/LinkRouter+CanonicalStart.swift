extension LinkRouter {
    /// The link with its first component in the capitalization of the route, or nil if it has that already or if no
    /// route begins with it.
    ///
    /// With this, a site can redirect `/Products` to `/products`.
    public func canonicalStart(of link: DeepLink) -> DeepLink? {
        guard let first = link.components.first, let start = tree.starts.canonical(first), start != first else {
            return nil
        }
        var canonical = link
        canonical.components[0] = start
        return canonical
    }

    /// The first components of the routes that have a fixed one.
    public var starts: Set<String> { tree.starts.all }
}
