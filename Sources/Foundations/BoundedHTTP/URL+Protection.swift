import Foundation

extension URL {
    /// Whether a secret may be sent to this URL: with HTTPS, or to this machine itself.
    package var protectsSecrets: Bool {
        switch scheme?.lowercased() {
        case "https": true
        case "http": isOnThisMachine
        default: false
        }
    }

    private var isOnThisMachine: Bool {
        guard var host = host(percentEncoded: false)?.lowercased() else { return false }
        if host.hasSuffix(".") { host.removeLast() }
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers.allSatisfy { $0 != nil } && numbers[0] == 127
    }
}
