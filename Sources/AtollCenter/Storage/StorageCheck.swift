/// Whether a part of a Center's storage can be used now.
package struct StorageCheck: Sendable, Hashable {
    /// The part, such as `bucket`.
    package let part: String
    /// The reason that it can't be used, or nil.
    package let fault: String?

    package init(_ part: String, fault: String? = nil) {
        self.part = part
        self.fault = fault
    }
}
