import Foundation

/// Records under which names objects were sent to a bucket, and with which digests.
///
/// `@unchecked Sendable`: all that changes is only used with the lock, which the compiler can't verify.
public final class PutRecorder: @unchecked Sendable {
    /// The received part of a connection: a request's head so far, and how much of a body is still to come.
    private struct Connection {
        var head: [UInt8] = []
        var body = 0
    }

    private let lock = NSLock()
    private var connections: [Int32: Connection] = [:]
    private var digests: [String: Set<String>] = [:]

    public init() {}

    /// Takes the next bytes of a connection; none when it begins.
    public func take(_ connection: Int32, _ bytes: ArraySlice<UInt8>) {
        lock.withLock {
            guard !bytes.isEmpty else { return connections[connection] = Connection() }
            var state = connections[connection] ?? Connection()
            for byte in bytes {
                if state.body > 0 {
                    state.body -= 1
                    continue
                }
                state.head.append(byte)
                if byte == UInt8(ascii: "\n"), state.head.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)) {
                    state.body = note(String(decoding: state.head, as: UTF8.self))
                    state.head = []
                }
            }
            connections[connection] = state
        }
    }

    /// - Returns: The length of the body.
    private func note(_ head: String) -> Int {
        let lines = head.split(separator: "\r\n")
        let request = (lines.first ?? "").split(separator: " ")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 {
                headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
            }
        }
        if request.first == "PUT", request.count > 1 {
            digests[String(request[1]), default: []].insert(headers["x-amz-content-sha256"] ?? "")
        }
        return headers["content-length"].flatMap { Int($0) } ?? 0
    }

    /// How many names were used.
    public var count: Int { lock.withLock { digests.count } }

    /// The names under which more than one content was sent.
    public var ambiguous: [String] { lock.withLock { digests.filter { $0.value.count > 1 }.keys.sorted() } }
}
