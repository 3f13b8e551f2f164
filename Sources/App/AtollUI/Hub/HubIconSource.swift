import AtollCatalog
import AtollPackages
import Foundation

/// Loads the icons of mini apps for a hub. `MiniAppCatalog` is one; tests and previews can use their own.
///
/// ```swift
/// struct SampleIcons: HubIconSource {
///     let data: Data
///     func icon(_ icon: MiniAppListing.Icon) async throws(CatalogError) -> Data { data }
/// }
/// ```
public protocol HubIconSource: Sendable {
    /// The bytes of an icon, in a format that the system can decode; otherwise the mini app's monogram stays.
    func icon(_ icon: MiniAppListing.Icon) async throws(CatalogError) -> Data
}

extension MiniAppCatalog: HubIconSource {}
