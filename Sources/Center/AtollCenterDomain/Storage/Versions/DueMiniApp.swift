import AtollPackages

/// A mini app whose descriptor may differ from the announced one.
package struct DueMiniApp: Sendable {
    package let id: MiniAppID
    /// Its last change that is known here: it remains due if another one follows.
    package let mark: Int64
    /// The version that all devices receive, or nil.
    package let live: StoredVersion?
    /// The version that some devices receive, or nil.
    package let partial: StoredVersion?
    /// The newest withdrawn version above the live one, or nil.
    package let withdrawn: StoredVersion?
    /// Whether it is quarantined: devices start none of its versions.
    package let isQuarantined: Bool

    /// The version that searches find, and that stands for the mini app; nil if it has none.
    package var current: StoredVersion? { live ?? partial ?? withdrawn }

    /// The highest version that there is something to announce about.
    package var highest: StoredVersion? { [live, partial, withdrawn].compactMap(\.self).max { $0.code < $1.code } }
}
