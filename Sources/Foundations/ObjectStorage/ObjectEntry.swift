import Foundation

/// An object in a list.
package struct ObjectEntry: Sendable, Hashable {
    package let key: ObjectKey
    /// The size of the object, in bytes.
    package let size: Int
    package let modified: Date

    package init(key: ObjectKey, size: Int, modified: Date) {
        self.key = key
        self.size = size
        self.modified = modified
    }
}
