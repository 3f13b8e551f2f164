import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Another process uses the folder.
package struct FolderInUse: Error, CustomStringConvertible {
    package let folder: URL

    package var description: String { "Another process is using the folder \(folder.path)." }
}
