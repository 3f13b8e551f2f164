import AtollPackages
import Foundation
import HTTPTypes
import Hummingbird

/// A request for a file of a mini app that the browser may have.
package struct MiniAppFileRequest: Sendable {
    package let request: Request
    /// The path and query, without the parameter that a launch adds.
    package let address: String
    package let miniApp: InstalledMiniApp
    /// The theme in the mini app's style sheet.
    package let theme: Data
    /// The largest file that may be loaded, in bytes; nil without a limit, for a request of a page.
    package let maximum: Int?
    /// The headers of pages, and those of all other files.
    package let pageHeaders: HTTPFields
    package let otherHeaders: HTTPFields
}
