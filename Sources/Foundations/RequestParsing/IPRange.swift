#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A range of addresses, such as `10.0.0.0/8`.
package struct IPRange: Hashable, Sendable {
    private let address: IPAddress
    private let bits: Int

    /// Reads a range in CIDR notation (RFC 4632), or a single address.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPAddress(first) else { return nil }
        self.address = address
        let width = address.isIPv4 ? 32 : 128
        guard parts.count == 2 else {
            bits = 128
            return
        }
        guard parts[1].utf8.count <= 3, let bits = Int(parts[1]), (0...width).contains(bits) else { return nil }
        self.bits = 128 - width + bits
    }

    package func contains(_ other: IPAddress) -> Bool {
        guard address.isIPv4 == other.isIPv4 else { return false }
        for (index, (a, b)) in zip(address.bytes, other.bytes).enumerated() {
            let left = bits - index * 8
            if left <= 0 { return true }
            let mask: UInt8 = left >= 8 ? 0xff : 0xff << (8 - UInt8(left))
            guard a & mask == b & mask else { return false }
        }
        return true
    }
}
