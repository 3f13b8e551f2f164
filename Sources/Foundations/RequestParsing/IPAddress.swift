#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An IP address in 16 bytes; an IPv4 address is stored as an IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2).
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

    /// Whether it is a loopback address: `127.0.0.0/8` or `::1`.
    package var isLoopback: Bool {
        isIPv4 ? bytes[12] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    /// The address by which limits count a client: the whole IPv4 address, or the /64 network of an IPv6 address,
    /// within which a client can use any number of addresses.
    package var network: IPAddress {
        isIPv4 ? self : IPAddress(bytes: bytes.prefix(8) + [UInt8](repeating: 0, count: 8))
    }

    /// The network that a single customer may control: the /24 network of an IPv4 address, or the /48 network of an IPv6 address.
    package var site: IPAddress {
        let kept = isIPv4 ? 15 : 6
        return IPAddress(bytes: bytes.prefix(kept) + [UInt8](repeating: 0, count: 16 - kept))
    }
}

extension IPAddress: CustomStringConvertible {
    package var description: String {
        if isIPv4 { return bytes.suffix(4).map { String($0) }.joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2)
            .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }.joined(separator: ":")
    }
}
