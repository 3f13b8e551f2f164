import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A proxy for any protocol over TCP, which applies a fault to each connection as a test says.
///
/// `@unchecked Sendable`: all that changes is only used with the lock, which the compiler can't verify.
public final class ByteProxy: @unchecked Sendable {
    /// The fault of a connection. Numbers count the bytes that the server sends.
    public enum Fault: Sendable {
        case none
        /// The server is not asked; this is sent instead, and the connection is closed.
        case answer(String)
        /// The connection is closed, or reset, after so many bytes.
        case cut(after: Int), reset(after: Int)
        /// Nothing more is passed on after so many bytes.
        case stall(after: Int)
        /// The byte at this place has another value.
        case flip(at: Int)
    }

    public let port: Int
    private let target: Int
    /// Called with what a client sends, for each connection by its number.
    private let watch: @Sendable (_ connection: Int32, _ bytes: ArraySlice<UInt8>) -> Void
    private let listener: Int32
    private let lock = NSLock()
    private var faults: [Fault] = []
    private var always = Fault.none
    private var accepted = 0
    private var open: Set<Int32> = []
    private var isOver = false

    /// - Parameters:
    ///   - target: A port of the loopback interface.
    ///   - watch: Called with what a client sends, before it is passed on; no bytes when the connection begins.
    public init(
        before target: Int,
        watch: @escaping @Sendable (_ connection: Int32, _ bytes: ArraySlice<UInt8>) -> Void = { _, _ in }
    ) throws {
        self.target = target
        self.watch = watch
        listener = Self.socket()
        var address = Self.address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) + listen(listener, 128) + getsockname(listener, $0, &length)
            }
        }
        guard listener >= 0, status == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        port = Int(UInt16(bigEndian: address.sin_port))
        signal(SIGPIPE, SIG_IGN)
        Thread.detachNewThread { self.accept() }
    }

    /// Sets what happens to the next connections, one after another, and then to all others. Connections that are open
    /// are closed: clients reuse them for their next request.
    public func set(_ faults: [Fault], always: Fault = .none) {
        lock.withLock {
            self.faults = faults
            self.always = always
            accepted = 0
            for client in open { shutdown(client, Int32(SHUT_RDWR)) }
        }
    }

    /// The connections since the last call of ``set(_:always:)``.
    public var connections: Int { lock.withLock { accepted } }

    public func stop() {
        lock.withLock { isOver = true }
        #if os(Linux)
        shutdown(listener, Int32(SHUT_RDWR))
        #endif
        close(listener)
    }

    private static func socket() -> Int32 {
        #if os(Linux)
        Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        Darwin.socket(AF_INET, SOCK_STREAM, 0)
        #endif
    }

    private static func address(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }

    private func accept() {
        while !(lock.withLock { isOver }) {
            #if os(Linux)
            let client = Glibc.accept(listener, nil, nil)
            #else
            let client = Darwin.accept(listener, nil, nil)
            #endif
            guard client >= 0 else { return }
            let fault = lock.withLock { () -> Fault in
                accepted += 1
                open.insert(client)
                return faults.isEmpty ? always : faults.removeFirst()
            }
            Thread.detachNewThread { self.serve(client, fault) }
        }
    }

    private func serve(_ client: Int32, _ fault: Fault) {
        defer {
            lock.withLock { _ = open.remove(client) }
            close(client)
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        if case .answer(let text) = fault {
            guard recv(client, &buffer, buffer.count, 0) > 0 else { return }
            _ = send(client, text, text.utf8.count, 0)
            // Until the client has read it: closing with unread bytes would be a reset.
            shutdown(client, Int32(SHUT_WR))
            while recv(client, &buffer, buffer.count, 0) > 0 {}
            return
        }
        let server = Self.socket()
        defer { close(server) }
        var address = Self.address(target)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { return }
        let upward = DispatchSemaphore(value: 0)
        let watch = watch
        watch(client, [])
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = recv(client, &buffer, buffer.count, 0)
                if count > 0 { watch(client, buffer[..<count]) }
                guard count > 0, Self.pass(buffer, count, to: server) else { break }
            }
            shutdown(server, Int32(SHUT_WR))
            upward.signal()
        }
        downward(server, client, fault)
        shutdown(server, Int32(SHUT_RDWR))
        // The other thread ends with the client's connection, but a farewell before a reset would make an end of it.
        if case .reset = fault { shutdown(client, Int32(SHUT_RD)) } else { shutdown(client, Int32(SHUT_RDWR)) }
        upward.wait()
    }

    private func downward(_ server: Int32, _ client: Int32, _ fault: Fault) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var sent = 0
        while true {
            var count = recv(server, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            switch fault {
            case .none, .answer: break
            case .flip(let place):
                if (sent..<sent + count).contains(place) { buffer[place - sent] ^= 0x55 }
            case .cut(let limit), .reset(let limit), .stall(let limit):
                count = min(count, limit - sent)
            }
            guard Self.pass(buffer, count, to: client) else { return }
            sent += count
            switch fault {
            case .cut(let limit) where sent >= limit: return
            case .reset(let limit) where sent >= limit:
                var linger = linger(l_onoff: 1, l_linger: 0)
                setsockopt(client, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
                return
            case .stall(let limit) where sent >= limit:
                while !(lock.withLock { isOver }), recv(client, &buffer, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) != 0
                {
                    Thread.sleep(forTimeInterval: 0.02)  // sleep: the pause of a poll
                }
                return
            default: break
            }
        }
    }

    private static func pass(_ buffer: [UInt8], _ count: Int, to descriptor: Int32) -> Bool {
        var sent = 0
        while sent < count {
            let more = buffer.withUnsafeBytes { send(descriptor, $0.baseAddress! + sent, count - sent, 0) }
            guard more > 0 else { return false }
            sent += more
        }
        return true
    }
}
