#if os(Linux)
import CAtollCurl
import Foundation

/// A request and its response, performed by the ``CurlLoop``'s thread and consumed by a task.
///
/// Up to ``capacity`` bytes are buffered for the task. Beyond that, libcurl is paused, so that the server has to wait.
final class CurlTransfer: @unchecked Sendable {
    let request: TransferRequest
    let limit: Int
    let followsRedirects: Bool
    /// Its server and its holder. The number of simultaneous transfers is limited for each server.
    let place: TransferQueue<CurlTransfer>.Place
    private let now: @Sendable () -> Duration

    /// The number of buffered bytes of a body from which on libcurl is paused.
    private static let capacity = 256 * 1024
    /// A chunk that is shorter is merged with the next one.
    private static let smallChunk = 16 * 1024
    /// The maximum size of the heads of responses, including those of redirects and trailers, in bytes.
    static let headLimit = 64 * 1024

    private let lock = NSLock()
    // Safe: everything below is accessed only while `lock` is held.
    private var pace: TransferPace
    private var parts: [TransferPart] = []
    private var waiting = 0
    private var received = 0
    private var sent = 0
    private var headBytes = 0
    /// The `Date` header.
    private var date: String?
    /// The URL of the last request, after redirects, and the `Location` header of the response to it.
    private var url: URL
    private var location: String?
    private var hasHead = false
    /// Whether the empty line after the head has arrived.
    private var headHasEnded = false
    private var isHeld = false
    private var fault: TransferError?
    private var isFinished = false
    private var listener: CheckedContinuation<TransferPart?, any Error>?

    init(
        _ request: TransferRequest, limit: Int, followsRedirects: Bool, pace: TransferPace.Limits,
        now: @escaping @Sendable () -> Duration
    ) {
        self.request = request
        place = .init(
            origin: "\(request.url.scheme ?? "")://\(request.url.host() ?? ""):\(request.url.port ?? 0)",
            holder: TransferTurn.holder)
        url = request.url
        self.limit = limit
        self.followsRedirects = followsRedirects
        self.now = now
        self.pace = TransferPace(pace, at: now())
    }

    // MARK: The task's side

    /// The next part, or nil after the last one.
    func next() async throws(TransferError) -> TransferPart? {
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let (outcome, isRoom) = lock.withLock { take(continuation) }
                    if isRoom { CurlLoop.shared.resume(self) }
                    if let outcome { continuation.resume(with: outcome) }
                }
            } onCancel: {
                stop(because: .cancelled)
            }
        } catch let error as TransferError {
            throw error
        } catch {
            throw .stopped(error)
        }
    }

    private func take(
        _ continuation: CheckedContinuation<TransferPart?, any Error>
    ) -> (Result<TransferPart?, any Error>?, isRoom: Bool) {
        if !parts.isEmpty {
            let part = parts.removeFirst()
            if case .chunk(let data) = part { waiting -= data.count }
            let isRoom = isHeld && waiting <= Self.capacity / 2
            if isRoom {
                isHeld = false
                pace.resumed(at: now())
            }
            return (.success(part), isRoom)
        }
        if let fault { return (.failure(fault), false) }
        if isFinished { return (.success(nil), false) }
        listener = continuation
        return (nil, false)
    }

    /// Ends the transfer in any state, and discards the buffered parts.
    func stop(because reason: TransferError) {
        conclude(reason, dropping: true)
        CurlLoop.shared.stop(self)
    }

    // MARK: The loop's side

    /// Records that the request has been sent.
    func begin() { lock.withLock { pace.sent(at: now()) } }

    /// The reason that the transfer must end now, or nil.
    func isLate(sent: Int) -> TransferError? {
        lock.withLock {
            if sent > self.sent {
                pace.moved(sent - self.sent, at: now())
                self.sent = sent
                if sent >= request.body?.count ?? 0 { pace.sent(at: now()) }
            }
            return pace.fault(at: now())
        }
    }

    /// Records a line of the head, or of the trailers.
    ///
    /// - Returns: Whether to continue.
    func receivedHead(_ line: UnsafeRawBufferPointer) -> Bool {
        lock.withLock {
            pace.moved(line.count, at: now())
            headBytes += line.count
            if line.starts(with: "HTTP/".utf8) {
                if followsRedirects, let location, let next = URL(string: location, relativeTo: url) {
                    url = next.absoluteURL
                }
                (headHasEnded, date, location) = (false, nil, nil)
            } else if line.elementsEqual("\r\n".utf8) || line.elementsEqual("\n".utf8) {
                headHasEnded = true
            } else if !headHasEnded {
                date = Self.value(of: "date:", line, upTo: 64) ?? date
                location = Self.value(of: "location:", line, upTo: 8_192) ?? location
            }
            if headBytes > Self.headLimit { fault = fault ?? .headTooLong(limit: Self.headLimit) }
            return fault == nil
        }
    }

    /// The value of a header; nil for a line with another header, or a longer line.
    private static func value(of header: String, _ line: UnsafeRawBufferPointer, upTo length: Int) -> String? {
        let name = line.prefix(header.utf8.count).map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
        guard line.count <= length, name.elementsEqual(header.utf8) else { return nil }
        return String(decoding: line.dropFirst(header.utf8.count), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Whether no byte of the body has arrived yet.
    var isInHead: Bool { lock.withLock { !hasHead } }

    enum Verdict {
        case goOn, wait, stop
    }

    /// Buffers bytes of the body, or returns that they must wait.
    func receivedBody(_ bytes: UnsafeRawBufferPointer, status: () -> Int) -> Verdict {
        lock.lock()
        guard fault == nil else {
            lock.unlock()
            return .stop
        }
        // libcurl may deliver megabytes before the loop checks the time again.
        if let late = pace.fault(at: now()) { fault = late }
        guard fault == nil else {
            lock.unlock()
            return .stop
        }
        guard received + bytes.count <= limit else {
            fault = .tooLong(limit: limit)
            lock.unlock()
            return .stop
        }
        if waiting >= Self.capacity {
            isHeld = true
            pace.held(at: now())
            lock.unlock()
            return .wait
        }
        received += bytes.count
        pace.moved(bytes.count, at: now())
        if !hasHead {
            hasHead = true
            parts.append(.head(status: status(), date: date, url: url))
        }
        // Chunks are merged: otherwise, a body sent byte by byte would have as many chunks as bytes.
        if case .chunk(var last)? = parts.last, last.count < Self.smallChunk {
            parts.removeLast()
            last.append(contentsOf: bytes)
            parts.append(.chunk(last))
        } else {
            parts.append(.chunk(Data(bytes)))
        }
        waiting += bytes.count
        let listener = self.listener
        self.listener = nil
        let part = listener == nil ? nil : parts.removeFirst()
        if case .chunk(let data)? = part { waiting -= data.count }
        lock.unlock()
        if let part { listener?.resume(returning: part) }
        return .goOn
    }

    /// Ends the transfer: successfully, with the status of the response, or with an error.
    func finish(_ outcome: Result<Int, TransferError>) {
        switch outcome {
        case .failure(let error): conclude(error, dropping: false)
        case .success(let status):
            let isWhole = lock.withLock {
                // libcurl treats a truncated head as a response without a body.
                guard hasHead || headHasEnded else { return false }
                if !hasHead { parts.append(.head(status: status, date: date, url: url)) }
                hasHead = true
                return true
            }
            conclude(isWhole ? nil : .network("the server closed the connection"), dropping: false)
        }
    }

    private func conclude(_ reason: TransferError?, dropping: Bool) {
        lock.lock()
        if !isFinished {
            isFinished = true
            fault = fault ?? reason
        }
        if dropping { (parts, waiting) = ([], 0) }
        guard let listener else { return lock.unlock() }
        self.listener = nil
        let part = parts.isEmpty ? nil : parts.removeFirst()
        let fault = fault
        lock.unlock()
        if let part {
            listener.resume(returning: part)
        } else if let fault {
            listener.resume(throwing: fault)
        } else {
            listener.resume(returning: nil)
        }
    }
}
#endif
