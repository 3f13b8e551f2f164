import AtollPackages
import Foundation

/// A version that was opened by a link.
package struct LoadedPreview: Sendable {
    /// The version, under the id of a preview.
    package let miniApp: InstalledMiniApp
    /// The statement that its publisher signed.
    package let statement: ReleaseStatement
    /// Until when the link opens it.
    package let expires: Date
}
