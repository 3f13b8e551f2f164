import AtollCenterDomain
import AtollPackages

extension MiniAppCenter {
    /// Adds mini apps that searches find but that can't be opened, so that an operator can measure a Center before
    /// anything is published.
    ///
    /// - Parameters:
    ///   - entries: The mini apps to add.
    ///   - attributes: The attributes that `superApp` defines from now on, of which the entries have values.
    ///   - superApp: The super app that defines the attributes.
    package func addSamples(
        _ entries: [SearchEntry], attributes: [AttributeDefinition], of superApp: String
    ) async throws {
        if try await store.attributes(of: superApp) != attributes {
            try await store.setAttributes(attributes, of: superApp)
        }
        try await store.addSamples(entries)
    }
}
