import Foundation

extension Foundation.Bundle {
    /// The package manager generates this; the fuzzers need no resources.
    static let module = Bundle.main
}
