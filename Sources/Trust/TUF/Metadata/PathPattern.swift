import Crypto
import Foundation
import SignedJSON

/// The path patterns of delegations: as in a shell, where `*` does not match a slash.
enum PathPattern {
    static func matches(_ path: String, _ pattern: String) -> Bool {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let patterns = pattern.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count == patterns.count
            && zip(parts, patterns).allSatisfy {
                matchesPart(
                    Array(String(decoding: Array($0), as: UTF8.self).unicodeScalars),
                    Array(String(decoding: Array($1), as: UTF8.self).unicodeScalars))
            }
    }

    /// - Complexity: O(*n* · *m*), because only the last star backtracks.
    private static func matchesPart(_ text: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
        var (position, place) = (0, 0)
        var star: (place: Int, position: Int)?
        while position < text.count {
            if place < pattern.count, pattern[place] == "*" {
                star = (place, position)
                place += 1
            } else if place < pattern.count, pattern[place] == "?" || pattern[place] == text[position] {
                place += 1
                position += 1
            } else if let last = star {
                star = (last.place, last.position + 1)
                place = last.place + 1
                position = last.position + 1
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == "*" }
    }
}
