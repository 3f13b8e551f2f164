import AtollCenter

extension MiniAppCenter {
    /// Adds the pages for browsers: the console, and those where users permit `atoll login` to act in their name.
    ///
    /// ```swift
    /// var center = try MiniAppCenter(configuration, logger: logger)
    /// try center.addConsole()
    /// ```
    ///
    /// - Throws: An error if a template of the pages is missing or broken.
    public mutating func addConsole() throws {
        let look = try ConsoleLook()
        let catalogue = try TextCatalogue()
        let console = Console(
            people: people, provider: providerSignIn, interface: CenterInterface(self), look: look,
            catalogue: catalogue, isSecure: address.hasPrefix("https:"))
        pageNotFound = { try await console.notFound($0, $1) }
        pages +=
            look.routes
            + DevicePages(
                people: people, provider: providerSignIn, look: look, isSecure: address.hasPrefix("https:")
            ).routes
            + console.routes
    }
}
