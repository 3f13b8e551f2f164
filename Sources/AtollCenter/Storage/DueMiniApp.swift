import AtollPackages

/// A mini app whose descriptor may differ from what devices have been told.
package struct DueMiniApp: Sendable {
    package let id: MiniAppID
    /// Its last change that is known here: it remains due if another one follows.
    package let mark: Int64
    /// The version to announce: the newest one that waits, or else the current one; nil if it has none.
    package let version: StoredVersion?
    /// The newest withdrawn version above that one, or nil.
    package let withdrawn: StoredVersion?
    /// The codes of the versions that wait, in ascending order.
    package let waiting: [Int]

    package init(id: MiniAppID, mark: Int64, version: StoredVersion?, withdrawn: StoredVersion?, waiting: [Int]) {
        self.id = id
        self.mark = mark
        self.version = version
        self.withdrawn = withdrawn
        self.waiting = waiting
    }
}
