#if os(Linux)
import CAtollCurl
import Foundation

/// Performs all transfers of the process with libcurl, on one thread that sleeps while nothing happens.
///
/// The thread owns every handle; the rest of the process controls it with commands. Connections are reused.
final class CurlLoop: @unchecked Sendable {
    static let shared = CurlLoop()

    /// The maximum number of simultaneous transfers with one server, and in total; others wait for their turn.
    private static let perOrigin = 16
    private static let inAll = 128
    /// The interval at which the thread checks whether a transfer is late, in milliseconds.
    private static let look: Int32 = 50

    private enum Command {
        case begin(CurlTransfer), resume(CurlTransfer), stop(CurlTransfer)
    }

    private let multi: UnsafeMutableRawPointer
    private let lock = NSLock()
    // Safe: accessed only while `lock` is held.
    private var commands: [Command] = []
    // Safe: everything below is accessed only by the thread.
    private var handles: [ObjectIdentifier: CurlHandle] = [:]
    private var byEasy: [UnsafeMutableRawPointer: CurlTransfer] = [:]
    private var queue = TransferQueue<CurlTransfer>(perOrigin: CurlLoop.perOrigin)

    private init() {
        // Once, before any thread uses it.
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        guard let multi = curl_multi_init() else { preconditionFailure("libcurl has no memory to start.") }
        self.multi = multi
        _ = atoll_curl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, 64)
        let thread = Thread { [unowned self] in run() }
        thread.name = "http"
        thread.start()
    }

    func begin(_ transfer: CurlTransfer) { send(.begin(transfer)) }
    /// Resumes a paused transfer, whose buffer has room again.
    func resume(_ transfer: CurlTransfer) { send(.resume(transfer)) }
    func stop(_ transfer: CurlTransfer) { send(.stop(transfer)) }

    private func send(_ command: Command) {
        lock.withLock { commands.append(command) }
        curl_multi_wakeup(multi)
    }

    private func run() {
        // Writing to a connection that the server has closed must not end the process.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        while true {
            for command in takeCommands() { carryOut(command) }
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            noteEnds()
            endLateOnes()
            startWaiting()
            let sleep = handles.isEmpty && queue.isEmpty ? 60_000 : Self.look
            curl_multi_poll(multi, nil, 0, sleep, nil)
        }
    }

    private func takeCommands() -> [Command] {
        lock.withLock {
            defer { commands = [] }
            return commands
        }
    }

    private func carryOut(_ command: Command) {
        switch command {
        case .begin(let transfer):
            queue.add(transfer, transfer.place)
        case .resume(let transfer):
            handles[ObjectIdentifier(transfer)]?.resume()
        case .stop(let transfer):
            queue.remove(transfer, transfer.place)
            remove(transfer)
        }
    }

    /// Begins waiting transfers whose turn it is.
    private func startWaiting() {
        var hasBegun = false
        while handles.count < Self.inAll, let transfer = queue.next() {
            guard let handle = CurlHandle(transfer) else {
                queue.end(transfer.place)
                transfer.finish(.failure(.badRequest))
                continue
            }
            handles[ObjectIdentifier(transfer)] = handle
            byEasy[handle.easy] = transfer
            transfer.begin()
            curl_multi_add_handle(multi, handle.easy)
            hasBegun = true
        }
        // Wakes the thread, so that it does not wait for the next check.
        if hasBegun { curl_multi_wakeup(multi) }
    }

    private func noteEnds() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let transfer = byEasy[easy], let handle = handles[ObjectIdentifier(transfer)]
            else { continue }
            // The message is freed with the handle.
            let outcome = handle.outcome(message.pointee.data.result)
            remove(transfer)
            transfer.finish(outcome)
        }
    }

    private func endLateOnes() {
        for handle in Array(handles.values) {
            guard let fault = handle.transfer.isLate(sent: handle.sent) else { continue }
            remove(handle.transfer)
            handle.transfer.finish(.failure(fault))
        }
        for transfer in queue.all {
            guard let fault = transfer.isLate(sent: 0) else { continue }
            queue.remove(transfer, transfer.place)
            transfer.finish(.failure(fault))
        }
    }

    private func remove(_ transfer: CurlTransfer) {
        guard let handle = handles.removeValue(forKey: ObjectIdentifier(transfer)) else { return }
        byEasy[handle.easy] = nil
        queue.end(transfer.place)
        curl_multi_remove_handle(multi, handle.easy)
        handle.end()
    }
}
#endif
