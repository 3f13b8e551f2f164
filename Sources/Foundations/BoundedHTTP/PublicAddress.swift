#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Distinguishes public addresses on the internet from those that are local, private or unassigned.
///
/// Source: the special-purpose address registries of IANA (RFC 6890).
package enum PublicAddress {
    /// IPv4 ranges that are not public: the first address, and the number of bits of it that count.
    private static let reserved: [(UInt32, UInt32)] = [
        (0x0000_0000, 8), (0x0a00_0000, 8), (0x6440_0000, 10), (0x7f00_0000, 8), (0xa9fe_0000, 16), (0xac10_0000, 12),
        (0xc000_0000, 24), (0xc000_0200, 24), (0xc058_6300, 24), (0xc0a8_0000, 16), (0xc612_0000, 15),
        (0xc633_6400, 24), (0xcb00_7100, 24), (0xe000_0000, 3),
    ]

    /// Whether an IPv4 address, in host order, is public.
    static func isPublic(_ address: UInt32) -> Bool {
        !reserved.contains { range, bits in (address ^ range) >> (32 - bits) == 0 }
    }

    /// Whether the 16 bytes of an IPv6 address are a public address.
    static func isPublic(_ bytes: [UInt8]) -> Bool {
        func four(_ start: Int) -> UInt32 { bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        // Those that stand for an IPv4 address: mapped, and translated (RFC 6052).
        if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xff, bytes[11] == 0xff { return isPublic(four(12)) }
        if bytes[..<12].elementsEqual([0x00, 0x64, 0xff, 0x9b] + [UInt8](repeating: 0, count: 8)) {
            return isPublic(four(12))
        }
        // Global unicast, without documentation, Teredo, other uses of 2001::/23, and 6to4.
        guard bytes[0] & 0xe0 == 0x20 else { return false }
        if bytes[0] == 0x20, bytes[1] == 0x01 { return bytes[2] > 0x01 && !(bytes[2] == 0x0d && bytes[3] == 0xb8) }
        return !(bytes[0] == 0x20 && bytes[1] == 0x02)
    }

    /// Whether a socket's address is public.
    static func isPublic(_ address: UnsafePointer<sockaddr>) -> Bool {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                isPublic(UInt32(bigEndian: $0.pointee.sin_addr.s_addr))
            }
        case AF_INET6:
            address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                isPublic(withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) })
            }
        default: false
        }
    }
}
