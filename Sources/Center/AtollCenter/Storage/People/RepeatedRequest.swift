import Foundation

/// A request that was carried out before, with its answer.
struct RepeatedRequest: Error, Hashable {
    let isSame: Bool
    /// The status of the answer; nil if it is not known, or not stored because it holds a secret.
    let status: Int?
    let body: Data
}
