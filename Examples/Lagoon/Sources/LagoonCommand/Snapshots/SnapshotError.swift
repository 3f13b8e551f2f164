import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The reasons why no pictures are taken.
enum SnapshotError: Error, CustomStringConvertible {
    case noBrowser(String)
    case browser(String, String)
    case notReady(String)

    var description: String {
        switch self {
        case .noBrowser(let path):
            "Chromium can't be started: \(path). Install it (apt-get install chromium), or set its path with --chromium."
        case .browser(let method, let message): "The browser failed at \(method): \(message)."
        case .notReady(let address): "Timed out waiting for \(address)."
        }
    }
}
