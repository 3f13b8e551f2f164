import Foundation

extension Foundation.Bundle {
    /// A stand-in for the property that the package manager generates; the fuzzers need no resources.
    static let module = Bundle.main
}
