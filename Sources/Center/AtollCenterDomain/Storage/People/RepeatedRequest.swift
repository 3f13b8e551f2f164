import Foundation

/// A request that was carried out before, with its answer.
package struct RepeatedRequest: Error, Hashable {
    package let isSame: Bool
    /// The status of the answer; nil if it is not known, or not stored because it holds a secret.
    package let status: Int?
    package let body: Data
}
