import Dispatch
import Foundation

/// A malicious server: the first component of a request's path names the ``Act`` with which it responds.
///
/// It uses plain sockets, with a thread for each connection, so that no library corrects what it sends.
public final class HostileServer: @unchecked Sendable {
    /// A way to attack a client.
    public enum Act: String, CaseIterable, Sendable {
        /// Kilobytes that decode to gigabytes.
        case gzip, deflate, brotli
        /// A body that never ends: without a length, in chunks, with a length, in tiny chunks.
        case endless, endlessChunks, endlessLength, tinyChunks
        /// A byte now and then, of the head or of the body.
        case drippedHead, drippedBody
        /// Nothing at all, nothing after the head, nothing after the beginning of the body.
        case silence, silenceAfterHead, silenceInBody
        /// The connection is closed or reset immediately, reset after the head, or closed in the middle of the body.
        case closed, reset, resetAfterHead, closedInBody
        /// A body longer than its length, and lengths that are too large, negative, given twice or not representable.
        case moreThanAnnounced, hugeLength, negativeLength, twoLengths, overflowingLength
        /// Chunks that are malformed, too large, or have an endless extension.
        case badChunk, hugeChunk, longChunkExtension
        /// Heads of 10 MB: a long line, many lines, endless informational responses, and a long status line.
        case longLine, manyLines, informational, longStatus
        /// Redirects: endlessly to itself, to another scheme, and to a port without a server.
        case redirects, redirectToFile, redirectToNowhere
        /// Not HTTP: no head, random bytes, a TLS alert, endless zeros.
        case noHead, random, alert, zeros
        /// An invalid status, and statuses that no client requested.
        case badStatus, continueForever, switchingProtocols
        /// Megabytes of trailers.
        case trailers
    }

    public let port: Int
    private let listener: Int32
    private let isOver = Flag()
    private let lock = NSLock()
    // Safe: only touched while `lock` is held.
    private var accepted = 0

    /// The number of connections that were accepted.
    public var connections: Int { lock.withLock { accepted } }
    /// The duration of a simulated second, in seconds.
    private let second: Double

    /// Starts the server on a free port.
    ///
    /// - Parameter speed: The speed of its clock, as a multiple of real time.
    public init(speed: Double = 1) throws {
        second = 1 / speed
        #if os(Linux)
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
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

    /// The URL at which the server performs an act; it does the same for every path below.
    public func address(of act: Act) -> URL { URL(string: "http://127.0.0.1:\(port)/\(act.rawValue)")! }

    public func stop() {
        isOver.raise()
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private func accept() {
        while !isOver.isRaised {
            #if os(Linux)
            let descriptor = Glibc.accept(listener, nil, nil)
            #else
            let descriptor = Darwin.accept(listener, nil, nil)
            #endif
            guard descriptor >= 0 else { return }
            lock.withLock { accepted += 1 }
            Thread.detachNewThread {
                self.answer(Connection(descriptor: descriptor))
            }
        }
    }

    private func answer(_ connection: Connection) {
        defer { connection.end() }
        guard let path = connection.readHead() else { return }
        // In any case, because the name of a bucket, which comes first in the path of an object, has small letters.
        let name = path.split(separator: "/").first?.lowercased()
        guard let act = Act.allCases.first(where: { $0.rawValue.lowercased() == name }) else {
            connection.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            return
        }
        perform(act, connection)
    }

    private func pause(_ seconds: Double = 1) {
        Thread.sleep(forTimeInterval: seconds * second)  // sleep: a slow server
    }

    /// Sends bytes repeatedly until the client closes the connection.
    private func repeated(_ connection: Connection, _ bytes: [UInt8], pause seconds: Double = 0) {
        while !isOver.isRaised, connection.send(bytes) {
            if seconds > 0 { pause(seconds) }
        }
    }

    private func wait(_ connection: Connection) {
        while !isOver.isRaised, connection.isOpen {
            Thread.sleep(forTimeInterval: 0.02)  // sleep: the pause of a poll
        }
    }

    private static let ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    /// RFC 1951, section 3.2.6: the beginning of a block with fixed codes, a zero, and "repeat the last byte 258
    /// times"; ``moreZeros`` contains the latter eight times.
    private static let zerosBegin: [UInt8] = [0x62, 0x18, 0x05]
    private static let moreZeros: [UInt8] = [
        0xa3, 0x60, 0x14, 0x8c, 0x82, 0x51, 0x30, 0x0a, 0x46, 0xc1, 0x28, 0x18, 0x05,
    ]
    /// 64 MB of spaces, as `brotli` writes them at its highest level with its largest window.
    private static let brotliSpaces: [UInt8] = [
        0xcf, 0xff, 0xff, 0x7f, 0xf8, 0x25, 0x40, 0xe2, 0xb1, 0x40, 0x20, 0xf7, 0xfe, 0x9f, 0xff, 0xff, 0xff, 0xf0,
        0x4b, 0x00,
        0xc4, 0x61, 0x01, 0x80, 0xee, 0xfd, 0x3f, 0xff, 0xff, 0xff, 0xe1, 0x97, 0x00, 0x88, 0xc3, 0x22, 0x00, 0xdd,
        0xfb, 0x7f,
        0xfe, 0xff, 0xff, 0xc3, 0x2f, 0x01, 0x10, 0x87, 0x05, 0x00, 0xba, 0xf7, 0xff, 0x03,
    ]
    private static let block = [UInt8](repeating: UInt8(ascii: " "), count: 16_384)

    private func perform(_ act: Act, _ connection: Connection) {
        switch act {
        case .gzip, .deflate, .brotli: bomb(act, connection)
        case .endless, .endlessChunks, .endlessLength, .tinyChunks, .drippedHead, .drippedBody, .silence,
            .silenceAfterHead,
            .silenceInBody:
            slow(act, connection)
        case .closed, .reset, .resetAfterHead, .closedInBody: broken(act, connection)
        case .moreThanAnnounced, .hugeLength, .negativeLength, .twoLengths, .overflowingLength: lengths(act, connection)
        case .badChunk, .hugeChunk, .longChunkExtension, .trailers: chunks(act, connection)
        case .longLine, .manyLines, .informational, .longStatus: heads(act, connection)
        case .redirects, .redirectToFile, .redirectToNowhere: redirects(act, connection)
        case .noHead, .random, .alert, .zeros, .badStatus, .continueForever, .switchingProtocols:
            nonsense(act, connection)
        }
    }

    private func bomb(_ act: Act, _ connection: Connection) {
        let name = [Act.gzip: "gzip", .deflate: "deflate", .brotli: "br"][act] ?? ""
        connection.send(Self.ok + "Content-Encoding: \(name)\r\nTransfer-Encoding: chunked\r\n\r\n")
        if act == .brotli {
            let streams = [[UInt8]](repeating: Self.brotliSpaces, count: 300).flatMap(\.self)
            while !isOver.isRaised, connection.sendChunk(streams) {}
            return
        }
        // A gzip or zlib header, and a deflate block that encodes 258 zeros again and again: 159 zeros for each byte.
        let header: [UInt8] = act == .gzip ? [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3] : [0x78, 0x9c]
        connection.sendChunk(header + Self.zerosBegin)
        let zeros = [[UInt8]](repeating: Self.moreZeros, count: 1_260).flatMap(\.self)
        while !isOver.isRaised, connection.sendChunk(zeros) {}
    }

    private func slow(_ act: Act, _ connection: Connection) {
        switch act {
        case .endless:
            connection.send(Self.ok + "\r\n")
            repeated(connection, Self.block)
        case .endlessChunks:
            connection.send(Self.ok + "Transfer-Encoding: chunked\r\n\r\n")
            while !isOver.isRaised, connection.sendChunk(Self.block) {}
        case .tinyChunks:
            connection.send(Self.ok + "Transfer-Encoding: chunked\r\n\r\n")
            repeated(connection, Array(String(repeating: "1\r\nx\r\n", count: 3_000).utf8))
        case .endlessLength:
            connection.send(Self.ok + "Content-Length: 9000000000000000000\r\n\r\n")
            repeated(connection, Self.block)
        case .drippedHead:
            connection.send("HTTP/1.1 200 OK\r\nX-Long: ")
            repeated(connection, [UInt8(ascii: "a")], pause: 0.5)
        case .drippedBody:
            connection.send(Self.ok + "Content-Length: 1000\r\n\r\n")
            repeated(connection, [UInt8(ascii: " ")], pause: 0.5)
        case .silenceAfterHead:
            connection.send(Self.ok + "Content-Length: 100\r\n\r\n")
            wait(connection)
        case .silenceInBody:
            connection.send(Self.ok + "Content-Length: 100\r\n\r\n{\"signed\"")
            wait(connection)
        default: wait(connection)
        }
    }

    private func broken(_ act: Act, _ connection: Connection) {
        switch act {
        case .resetAfterHead:
            connection.send(Self.ok + "Content-Length: 100\r\n\r\n")
            connection.reset()
        case .closedInBody: connection.send(Self.ok + "Content-Length: 100\r\n\r\n{\"signed\"")
        case .reset: connection.reset()
        default: break
        }
    }

    private func lengths(_ act: Act, _ connection: Connection) {
        switch act {
        case .moreThanAnnounced:
            connection.send(Self.ok + "Content-Length: 2\r\n\r\n")
            repeated(connection, Self.block)
        case .hugeLength: connection.send(Self.ok + "Content-Length: 9223372036854775807\r\n\r\n{}")
        case .negativeLength: connection.send(Self.ok + "Content-Length: -1\r\n\r\n{}")
        case .twoLengths: connection.send(Self.ok + "Content-Length: 2\r\nContent-Length: 200\r\n\r\n{}")
        default: connection.send(Self.ok + "Content-Length: 99999999999999999999999\r\n\r\n{}")
        }
    }

    private func chunks(_ act: Act, _ connection: Connection) {
        connection.send(Self.ok + "Transfer-Encoding: chunked\r\n\r\n")
        switch act {
        case .badChunk: connection.send("zz\r\n{}\r\n0\r\n\r\n")
        case .hugeChunk:
            connection.send("7fffffffffffffff\r\n")
            repeated(connection, Self.block)
        case .trailers:
            connection.send("2\r\n{}\r\n0\r\n")
            repeated(connection, Array("X-More: and more\r\n".utf8))
        default:
            connection.send("2;a=")
            repeated(connection, Self.block)
        }
    }

    private func heads(_ act: Act, _ connection: Connection) {
        let long = [UInt8](repeating: UInt8(ascii: "a"), count: 65_536)
        switch act {
        case .longLine:
            connection.send(Self.ok + "X-Long: ")
            for _ in 0..<160 { connection.send(long) }
            connection.send("\r\n\r\n{}")
        case .manyLines:
            connection.send(Self.ok)
            for number in 0..<200_000 where !isOver.isRaised {
                guard connection.send("X-Line-\(number): aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n") else { return }
            }
            connection.send("\r\n{}")
        case .informational: repeated(connection, Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8))
        default:
            connection.send("HTTP/1.1 200 ")
            for _ in 0..<160 { connection.send(long) }
            connection.send("\r\n\r\n{}")
        }
    }

    private func redirects(_ act: Act, _ connection: Connection) {
        let place =
            switch act {
            case .redirects: "/redirects/\(Int.random(in: 0..<1_000_000))"
            case .redirectToFile: "file:///etc/passwd"
            default: "http://127.0.0.1:1/"
            }
        connection.send("HTTP/1.1 302 Found\r\nLocation: \(place)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }

    private func nonsense(_ act: Act, _ connection: Connection) {
        switch act {
        case .noHead: connection.send("{\"signed\": {}, \"signatures\": []}")
        case .alert: connection.send([0x15, 3, 1, 0, 2, 2, 0x28])
        case .zeros: repeated(connection, [UInt8](repeating: 0, count: 16_384))
        case .badStatus: connection.send("HTTP/1.1 99999 What\r\nContent-Length: 2\r\n\r\n{}")
        case .continueForever: repeated(connection, Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        case .switchingProtocols:
            connection.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: atoll\r\nConnection: Upgrade\r\n\r\n")
            repeated(connection, Self.block)
        default:
            var generator = SystemRandomNumberGenerator()
            connection.send((0..<65_536).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        }
    }
}

/// A connection of a ``HostileServer``, with its own thread.
private struct Connection {
    let descriptor: Int32

    /// Reads the head of the request and returns its path, or nil if the head never arrives.
    func readHead() -> String? {
        var head = [UInt8]()
        var byte: UInt8 = 0
        while !head.suffix(4).elementsEqual([13, 10, 13, 10]), head.count < 100_000 {
            guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
            head.append(byte)
        }
        return String(decoding: head, as: UTF8.self).split(separator: " ").dropFirst().first.map(String.init)
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// - Returns: Whether the client is still connected.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    func sendChunk(_ bytes: [UInt8]) -> Bool {
        send(Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + [13, 10])
    }

    /// Whether the client has not closed the connection.
    var isOpen: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT) | Int32(MSG_PEEK))
        return count > 0 || count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)
    }

    /// Makes closing the connection send a reset.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }

    func end() { close(descriptor) }
}

/// A flag that can be raised once.
private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    // Safe: only touched while `lock` is held.
    private var value = false
    func raise() { lock.withLock { value = true } }
    var isRaised: Bool { lock.withLock { value } }
}
