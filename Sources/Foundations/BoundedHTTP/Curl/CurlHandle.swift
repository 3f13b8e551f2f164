#if os(Linux)
import CAtollCurl
import Foundation

/// libcurl's handle of one transfer, with everything that it points to. Only the ``CurlLoop``'s thread uses it.
final class CurlHandle {
    let transfer: CurlTransfer
    let easy: UnsafeMutableRawPointer
    private var headers: UnsafeMutablePointer<curl_slist>?
    /// The request's body, which libcurl does not copy.
    private let body: UnsafeMutableBufferPointer<UInt8>?

    /// - Returns: Nil if the request can't be sent.
    init?(_ transfer: CurlTransfer) {
        let request = transfer.request
        guard request.isSound, let scheme = request.url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let easy = curl_easy_init()
        else { return nil }
        self.transfer = transfer
        self.easy = easy
        body = request.body.map { data in
            let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, data.count))
            _ = copy.initialize(from: data)
            return copy
        }
        set(CURLOPT_URL, request.url.absoluteString)
        restrict(isSecure: scheme == "https")
        if request.isForPublicAddresses { keepOutside() }
        sendBody(request)
        setHeaders(request)
        listen()
    }

    private func set(_ option: CURLoption, _ number: Int) { _ = atoll_curl_set_number(easy, option, number) }
    private func set(_ option: CURLoption, _ text: String) { _ = atoll_curl_set_text(easy, option, text) }

    private func restrict(isSecure: Bool) {
        _ = atoll_curl_restrict(easy, isSecure ? 1 : 0)
        atoll_curl_leave_resolver(easy)
        set(CURLOPT_NOSIGNAL, 1)
        // One transfer per connection: otherwise another transfer's window could fill the memory that back pressure
        // limits for this one.
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        // A token is sent to this machine unencrypted, and must never go through a proxy.
        set(CURLOPT_NOPROXY, "localhost,127.0.0.0/8,127.0.0.1,::1,.localhost")
        set(CURLOPT_HTTP09_ALLOWED, 0)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_FOLLOWLOCATION, transfer.followsRedirects ? 1 : 0)
        set(CURLOPT_MAXREDIRS, BoundedSession.redirectLimit)
        set(CURLOPT_BUFFERSIZE, 64 * 1024)
        // No encoding is requested, so libcurl decodes none: the bytes that are counted are those that arrive.
    }

    /// Refuses each address that is not public, at the moment when it would be connected to.
    private func keepOutside() {
        set(CURLOPT_PROXY, "")
        // The address of a connection that another transfer has opened was not checked. No other transfer reuses this
        // connection, either.
        set(CURLOPT_FRESH_CONNECT, 1)
        set(CURLOPT_FORBID_REUSE, 1)
        _ = atoll_curl_set_opener(easy) { _, purpose, address in
            guard purpose == CURLSOCKTYPE_IPCXN, let address,
                withUnsafePointer(to: &address.pointee.addr, PublicAddress.isPublic)
            else { return CURL_SOCKET_BAD }
            return socket(
                address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
                address.pointee.protocol)
        }
    }

    private func sendBody(_ request: TransferRequest) {
        switch (request.method, body) {
        case ("GET", nil): set(CURLOPT_HTTPGET, 1)
        case ("HEAD", nil): set(CURLOPT_NOBODY, 1)
        case (let method, let body):
            if let body {
                _ = atoll_curl_set_large(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body?.count ?? 0))
                _ = atoll_curl_set_pointer(easy, CURLOPT_POSTFIELDS, body.baseAddress)
            } else if method == "POST" || method == "PUT" {
                _ = atoll_curl_set_large(easy, CURLOPT_POSTFIELDSIZE_LARGE, 0)
                set(CURLOPT_POSTFIELDS, "")
            }
            set(CURLOPT_CUSTOMREQUEST, method)
        }
    }

    private func setHeaders(_ request: TransferRequest) {
        var lines = ["Expect:", "Accept: */*", "User-Agent: Atoll"]
        if body == nil || !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            // The body is not a form, which is libcurl's default.
            lines.append("Content-Type:")
        }
        // libcurl sends a header without a value only if it ends with a semicolon.
        lines += request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        for line in lines { headers = curl_slist_append(headers, line) }
        _ = atoll_curl_set_list(easy, CURLOPT_HTTPHEADER, headers)
    }

    private func listen() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = atoll_curl_set_callback(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let context, let bytes else { return 0 }
            let handle = Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return handle.transfer.receivedHead(line) ? size * count : 0
        }
        _ = atoll_curl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        _ = atoll_curl_set_callback(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let context, let bytes else { return 0 }
            let handle = Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
            let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
            switch handle.transfer.receivedBody(buffer, status: { handle.status }) {
            case .goOn: return size * count
            case .wait: return Int(CURL_WRITEFUNC_PAUSE)
            case .stop: return 0
            }
        }
        _ = atoll_curl_set_pointer(easy, CURLOPT_WRITEDATA, context)
    }

    /// The status of the response.
    private var status: Int { atoll_curl_number(easy, CURLINFO_RESPONSE_CODE) }
    /// The number of bytes of the body that have been sent.
    var sent: Int { Int(atoll_curl_large(easy, CURLINFO_SIZE_UPLOAD_T)) }

    /// Resumes a paused transfer.
    func resume() { curl_easy_pause(easy, CURLPAUSE_CONT) }

    /// The outcome of the transfer. An error that the transfer itself has recorded takes precedence over libcurl's
    /// code.
    func outcome(_ code: CURLcode) -> Result<Int, TransferError> {
        switch code {
        case CURLE_OK: .success(status)
        // A header line that is longer than libcurl reads: CURLE_TOO_LARGE, which older versions do not have.
        case CURLE_OUT_OF_MEMORY where transfer.isInHead, CURLcode(rawValue: 100):
            .failure(.headTooLong(limit: CurlTransfer.headLimit))
        case CURLE_TOO_MANY_REDIRECTS: .failure(.redirects(limit: BoundedSession.redirectLimit))
        // The request's scheme was checked before: this is a response without a head, or a redirect to another
        // protocol.
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL: .failure(.notHTTP)
        default: .failure(.network(text(code)))
        }
    }

    private func text(_ code: CURLcode) -> String {
        switch code {
        // The author of the URL must not learn which names exist in the internal network.
        case CURLE_COULDNT_RESOLVE_HOST where transfer.request.isForPublicAddresses,
            CURLE_COULDNT_CONNECT where transfer.request.isForPublicAddresses:
            "the server was not found, or does not accept connections"
        case CURLE_COULDNT_RESOLVE_HOST: "the server's name was not found"
        case CURLE_COULDNT_CONNECT: "the server does not accept connections"
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
            "the server closed the connection"
        case CURLE_PEER_FAILED_VERIFICATION: "this machine does not trust the server's certificate"
        case CURLE_SSL_CONNECT_ERROR: "a secure connection could not be established"
        default: String(cString: curl_easy_strerror(code))
        }
    }

    /// Frees its resources; it must not be used after that.
    func end() {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headers)
        headers = nil
        body?.deallocate()
    }
}
#endif
