import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Ports of this machine.
package enum LocalPort {
    /// Ports that neither Linux nor macOS assigns to outgoing connections, so that a chosen one stays free until a server
    /// listens on it.
    private static let unassigned = 22_000..<32_000

    /// Returns the first of the wanted ports that nothing listens on, or another free port.
    ///
    /// - Parameter excluded: Ports that were chosen before, and are not in use yet.
    /// - Returns: A port, or `nil` if the system has none.
    package static func free(among wanted: [Int] = [], except excluded: Set<Int> = []) -> Int? {
        let candidates = wanted + (0..<100).map { _ in Int.random(in: unassigned) }
        return candidates.first { !excluded.contains($0) && isFree($0) } ?? bound(to: 0)
    }

    /// Whether nothing listens on a port, at either of this machine's own addresses: browsers try both.
    package static func isFree(_ port: Int) -> Bool { bound(to: port) != nil && !isTakenAtVersion6(port) }

    /// Binds to a port for a moment; nil if it is taken.
    private static func bound(to port: Int) -> Int? {
        let descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        reuse(descriptor)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, length) == 0 && listen(descriptor, 1) == 0
                    && getsockname(descriptor, generic, &length) == 0
            }
        }
        return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }

    /// Whether something listens on a port at `::1`. False without IPv6.
    private static func isTakenAtVersion6(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET6, stream, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        reuse(descriptor)
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = in_port_t(port).bigEndian
        address.sin6_addr = in6addr_loopback
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in6>.size)) != 0 && errno == EADDRINUSE
            }
        }
    }

    #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #endif

    /// Permits reuse of the address, as servers do, so that connections of one that has just stopped do not count.
    private static func reuse(_ descriptor: Int32) {
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
    }
}
