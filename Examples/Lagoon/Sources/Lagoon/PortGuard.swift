import NIOCore
import ServiceLifecycle

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Runs a server, and throws ``LagoonError/portTaken(_:option:)`` if its port is in use.
struct PortGuard: Service {
    private let service: any Service
    private let port: Int
    private let option: String

    init(_ service: any Service, port: Int, option: String) {
        self.service = service
        self.port = port
        self.option = option
    }

    func run() async throws {
        do {
            try await service.run()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw LagoonError.portTaken(port, option: option)
        }
    }
}
