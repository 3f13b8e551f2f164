import BoundedHTTP
import Crypto
import Foundation

/// Stores objects in a bucket of an S3-compatible store.
///
/// Every request can be repeated safely, so those that fail for a transient reason are retried for a few seconds.
/// Nothing relies on conditional requests.
package struct S3ObjectStore: ObjectStore {
    private let location: S3Location
    private let signer: RequestSigner
    private let session: BoundedSession
    private let now: @Sendable () -> Date
    private let attempts: Int
    private let pause: Duration

    /// The length of an answer that is not an object: a list of 1,000 keys, or an error.
    private static let maximumAnswer = 4 << 20
    /// The longest object that is streamed.
    private static let maximumStream = 1 << 32

    /// - Parameters:
    ///   - timeout: How long to wait for the next bytes.
    ///   - deadline: How long one request may take.
    ///   - attempts: The maximum number of times that a request is sent.
    ///   - pause: How long to wait before the second attempt; twice as long before each further one.
    ///   - now: Returns the current time, which must be right to within minutes.
    package init(
        _ location: S3Location, credentials: S3Credentials, timeout: Duration = .seconds(5),
        deadline: Duration = .seconds(30), attempts: Int = 4, pause: Duration = .milliseconds(100),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.location = location
        self.now = now
        self.attempts = max(1, attempts)
        self.pause = pause
        signer = RequestSigner(credentials: credentials, region: location.region)
        session = BoundedSession(timeout: timeout, deadline: deadline)
    }

    package func get(_ key: ObjectKey, limit: Int) async throws(ObjectError) -> Data? {
        let (status, body) = try await answer(limit: limit, of: key) { request("GET", key) }
        if status == 200 { return body }
        return try missing(status, body)
    }

    package func part(of key: ObjectKey, _ range: Range<Int>) async throws(ObjectError) -> Data? {
        guard !range.isEmpty else { return Data() }
        let headers = [("range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")]
        let (status, body) = try await answer(limit: range.count, of: key) { request("GET", key, headers: headers) }
        switch status {
        case 206: return body
        // A store that ignores ranges: longer objects are refused by the limit.
        case 200: return Data(body.dropFirst(range.lowerBound).prefix(range.count))
        // The object ends before the range begins.
        case 416: return Data()
        default: return try missing(status, body)
        }
    }

    package func stream(
        _ key: ObjectKey, from start: Int, _ take: @Sendable (Data) throws -> Void
    ) async throws(ObjectError) -> Bool {
        var attempt = 1
        while true {
            let progress = StreamProgress(skip: start)
            var headers: [(String, String)] = []
            if start > 0 { headers.append(("range", "bytes=\(start)-")) }
            do throws(TransferError) {
                try await session.receive(request("GET", key, headers: headers), limit: Self.maximumStream) { part in
                    switch part {
                    case .head(let status, _, _): progress.begin(status)
                    case .chunk(let data): try progress.accept(data, take)
                    }
                }
            } catch {
                let fault = Self.error(error, key: key, limit: Self.maximumStream)
                // Bytes that were passed on are not passed on again.
                guard fault.isPassing, !progress.hasBegun, attempt < attempts else { throw fault }
                attempt += 1
                try await rest(before: attempt)
                continue
            }
            // A range that begins at the end of the object is empty.
            if [200, 206, 416].contains(progress.status) { return true }
            guard S3ErrorBody.isPassing(progress.status) else {
                return try missing(progress.status, progress.refusal) != nil
            }
            guard attempt < attempts else { throw .busy(status: progress.status) }
            attempt += 1
            try await rest(before: attempt)
        }
    }

    package func put(_ data: Data, at key: ObjectKey, sha256: SHA256Digest) async throws(ObjectError) {
        // The signature covers the digest, but not every store compares it with the bytes; each does that with a
        // checksum.
        let headers = [
            ("x-amz-checksum-sha256", Data(sha256).base64EncodedString()), ("content-type", "application/octet-stream"),
        ]
        let (status, body) = try await answer(limit: Self.maximumAnswer, of: key) {
            request("PUT", key, headers: headers, body: data, digest: RequestSigner.hex(sha256))
        }
        guard status == 200 else { throw S3ErrorBody.error(status, body) }
    }

    package func size(of key: ObjectKey) async throws(ObjectError) -> Int? {
        // Not HEAD: its refusals have no body, so that a missing object looks like a missing bucket.
        var mark: String?
        repeat {
            let page = try await list(key.text, from: mark)
            if let entry = page.entries.first(where: { $0.key == key }) { return entry.size }
            mark = page.next
        } while mark != nil
        return nil
    }

    package func list(_ prefix: String, from mark: String?) async throws(ObjectError) -> ObjectPage {
        var query = [("list-type", "2"), ("max-keys", "1000"), ("prefix", location.prefix + prefix)]
        if let mark { query.append(("continuation-token", mark)) }
        let (status, body) = try await answer(limit: Self.maximumAnswer, of: nil) { request("GET", nil, query: query) }
        guard status == 200 else { throw S3ErrorBody.error(status, body) }
        let page = try S3ListReader.page(in: body, below: location.prefix)
        // A store that repeats the same part would make the caller loop forever.
        guard page.next == nil || page.next != mark else { throw .malformed("a list that does not advance") }
        return page
    }

    package func delete(_ key: ObjectKey) async throws(ObjectError) {
        let (status, body) = try await answer(limit: Self.maximumAnswer, of: key) { request("DELETE", key) }
        guard [200, 204, 404].contains(status) else { throw S3ErrorBody.error(status, body) }
    }

    /// Creates the bucket, which operators otherwise do with their store's own tools.
    package func makeBucket() async throws(ObjectError) {
        let (status, body) = try await answer(limit: Self.maximumAnswer, of: nil) { request("PUT", nil) }
        guard status == 200 || status == 409 else { throw S3ErrorBody.error(status, body) }
    }

    /// A 404 states whether the object or the whole bucket is missing.
    private func missing(_ status: Int, _ body: Data) throws(ObjectError) -> Data? {
        let error = S3ErrorBody.error(status, body)
        if status == 404, error != .refused(status: 404, code: "NoSuchBucket") { return nil }
        throw error
    }

    private func request(
        _ method: String, _ key: ObjectKey?, query: [(String, String)] = [], headers: [(String, String)] = [],
        body: Data? = nil, digest: String? = nil
    ) -> TransferRequest {
        let path = location.path(of: key)
        var components = URLComponents()
        components.scheme = location.endpoint.scheme
        components.host = location.endpoint.host
        components.port = location.endpoint.port
        components.path = path
        let text = RequestSigner.text(of: query)
        let address = (components.string ?? "") + (text.isEmpty ? "" : "?" + text)
        // The endpoint, a path of a key's characters and an encoded query always make a URL.
        var request = TransferRequest(URL(string: address) ?? location.endpoint, method: method, body: body)
        for (name, value) in headers { request.set(name, to: value) }
        signer.sign(
            &request, host: location.host, path: path, query: query,
            digest: digest ?? RequestSigner.hex(SHA256.hash(data: body ?? Data())), at: now())
        return request
    }

    private func answer(
        limit: Int, of key: ObjectKey?, _ make: () -> TransferRequest
    ) async throws(ObjectError) -> (status: Int, body: Data) {
        var attempt = 1
        while true {
            do throws(TransferError) {
                let answer = try await whole(make(), limit: limit, of: key)
                guard S3ErrorBody.isPassing(answer.status) else { return answer }
                guard attempt < attempts else { throw .stopped(ObjectError.busy(status: answer.status)) }
            } catch {
                let fault = Self.error(error, key: key, limit: limit)
                guard fault.isPassing, attempt < attempts else { throw fault }
            }
            attempt += 1
            try await rest(before: attempt)
        }
    }

    /// A whole answer. The limit is that of an object. A refusal has a separate limit.
    private func whole(
        _ request: TransferRequest, limit: Int, of key: ObjectKey?
    ) async throws(TransferError) -> (status: Int, body: Data) {
        var (status, body) = (0, Data())
        try await session.receive(request, limit: max(limit, Self.maximumAnswer)) { part in
            switch part {
            case .head(let code, _, _): status = code
            case .chunk(let data):
                body.append(data)
                if [200, 206].contains(status), body.count > limit { throw TransferError.tooLong(limit: limit) }
            }
        }
        return (status, body)
    }

    private func rest(before attempt: Int) async throws(ObjectError) {
        let time = pause * (1 << min(attempt - 2, 5)) * Double.random(in: 0.5...1)
        do {
            try await Task.sleep(for: time)
        } catch {
            throw .unreachable("the call was cancelled")
        }
    }

    private static func error(_ error: TransferError, key: ObjectKey?, limit: Int) -> ObjectError {
        switch error {
        case .tooLong, .stopped(TransferError.tooLong):
            key.map { .tooLong($0, limit: limit) } ?? .malformed("it is longer than \(limit) bytes")
        case .stopped(let error as ObjectError): error
        case .stopped: .stopped
        case .headTooLong, .redirects, .notHTTP: .malformed(error.description)
        case .badRequest: .badAddress(error.description)
        default: .unreachable(error.description)
        }
    }
}
