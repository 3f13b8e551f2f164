import AtollPackages

extension MiniAppSession {
    /// Opens a page of the mini app from a link: immediately if it is running, otherwise once it runs. A page that the
    /// manifest does not list is not opened, and nothing is taken from a user who would lose changes.
    ///
    /// - Parameter page: The path on the mini app's origin, such as `/pages/person?id=30`. A fragment is left out.
    /// - Returns: Whether it goes there, now or once it runs.
    @discardableResult
    public func go(to page: String) -> Bool {
        guard case .running(let loaded) = phase else {
            linked = page
            return true
        }
        guard Self.path(page, in: loaded.miniApp.manifest) != nil, device?.hasChanges != true else { return false }
        linked = page
        // The parameters from another mini app belonged to its own opening.
        launch = MiniAppLaunch(.link)
        restart()
        return true
    }

    /// Takes the path with which the content starts: of the page that a link led to, or the root, which is the first
    /// page. What starts again after a failure starts with the first page.
    public func takeStart(in manifest: Manifest) -> String {
        let path = linked.flatMap { Self.path($0, in: manifest) }
        linked = nil
        var launch = launch
        if path != nil, launch.source == .hub { launch.source = .link }
        launch.path = path ?? "/"
        self.launch = launch
        return path ?? "/"
    }

    private static func path(_ page: String, in manifest: Manifest) -> String? {
        let path = page.prefix { $0 != "#" }
        let name = String(path.dropFirst().prefix { $0 != "?" })
        // A query alone is one for the first page.
        guard path.first == "/", path.hasPrefix("/?") || manifest.pages.contains(name) else { return nil }
        return String(path)
    }
}
