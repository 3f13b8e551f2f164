import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Ports on the loopback interface.
enum FreePort {
    /// A port that nothing listens on at the moment.
    ///
    /// Center and shell need each other's port before either listens, so port 0 is not enough.
    ///
    /// - Throws: A `POSIXError` if there is no free port.
    static func find() throws -> Int {
        guard let port = bind(to: 0) else { throw POSIXError(.EADDRNOTAVAIL) }
        return port
    }

    /// Whether a server could listen on `port` at the moment.
    static func isFree(_ port: Int) -> Bool {
        bind(to: port) != nil
    }

    /// Binds to `port` and releases it again. Returns the port, which the system chooses for 0, or nil if it is taken.
    private static func bind(to port: Int) -> Int? {
        #if canImport(Darwin)
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // Like a server, so that connections of one that has just stopped do not count.
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                systemBind(descriptor, generic, length) == 0 && listen(descriptor, 1) == 0
                    ? getsockname(descriptor, generic, &length) : -1
            }
        }
        return status == 0 ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }

    /// The system's `bind`, which the method above hides.
    private static func systemBind(
        _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
    ) -> Int32 {
        #if canImport(Glibc)
        Glibc.bind(descriptor, address, length)
        #elseif canImport(Musl)
        Musl.bind(descriptor, address, length)
        #else
        Darwin.bind(descriptor, address, length)
        #endif
    }
}
