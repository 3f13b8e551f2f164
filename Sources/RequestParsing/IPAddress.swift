#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An internet address, as 16 bytes; one of IPv4 is kept as the IPv6 address that maps it (RFC 4291, section 2.5.5.2).
package struct IPAddress: Hashable, Sendable {
    let bytes: [UInt8]

    /// Reads an address such as `192.0.2.1` or `2001:db8::1`, without a port or a zone.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
        let text = String(text)
        var four = [UInt8](repeating: 0, count: 4)
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = Self.mapped + four
            return
        }
        var sixteen = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
        bytes = sixteen
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private static let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xff, 0xff]

    package var isIPv4: Bool { bytes.starts(with: Self.mapped) }

    /// Whether it is this machine's own: `127.0.0.0/8` or `::1`.
    package var isLoopback: Bool {
        isIPv4 ? bytes[12] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    /// What one client is counted by: an IPv4 address whole, of an IPv6 address the network of 64 bits, in which a client has
    /// as many addresses as it likes.
    package var network: IPAddress {
        isIPv4 ? self : IPAddress(bytes: bytes.prefix(8) + [UInt8](repeating: 0, count: 8))
    }
}

extension IPAddress: CustomStringConvertible {
    package var description: String {
        if isIPv4 { return bytes.suffix(4).map { String($0) }.joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2)
            .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }.joined(separator: ":")
    }
}

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
