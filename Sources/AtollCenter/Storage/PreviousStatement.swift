import AtollPackages

/// What must be the last statement about a mini app when a version is added.
package enum PreviousStatement: Sendable {
    /// Any statement, or none.
    case any
    /// The statement with this digest, or none if it is nil.
    case only(SHA256Hash?)
}
