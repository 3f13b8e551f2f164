/// Whether a part of a Center's storage can be used now.
package struct StorageCheck: Sendable, Hashable {
    /// The part, such as `bucket`.
    package let part: String
    /// The reason that it can't be used, or nil.
    package let fault: String?
    /// Whether the process can serve without it.
    package let isNeeded: Bool

    package init(_ part: String, fault: String? = nil, isNeeded: Bool = true) {
        self.part = part
        self.fault = fault
        self.isNeeded = isNeeded
    }

    /// Whether requests can be served.
    package var isUsable: Bool { fault == nil || !isNeeded }
}
