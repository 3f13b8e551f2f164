import Foundation

extension Foundation.Bundle {
    /// The package manager makes this; here there are no resources.
    static let module = Bundle.main
}
