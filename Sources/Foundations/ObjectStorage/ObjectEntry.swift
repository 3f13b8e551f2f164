import Foundation

/// An object, as a list names it.
package struct ObjectEntry: Sendable, Hashable {
    package let key: ObjectKey
    /// In bytes.
    package let size: Int
    package let modified: Date

    package init(key: ObjectKey, size: Int, modified: Date) {
        self.key = key
        self.size = size
        self.modified = modified
    }
}
