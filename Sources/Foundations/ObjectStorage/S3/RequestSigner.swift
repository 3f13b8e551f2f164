import BoundedHTTP
import Crypto
import Foundation

/// Signs requests with AWS Signature Version 4, for the service `s3`.
///
/// Source: "Authenticating Requests (AWS Signature Version 4)" in the API reference of Amazon S3.
struct RequestSigner: Sendable {
    let credentials: S3Credentials
    let region: String

    /// Adds the headers that sign a request.
    ///
    /// - Parameters:
    ///   - request: Has all other headers already; they are signed too.
    ///   - host: The value of the `Host` header that will be sent.
    ///   - path: The path, in which nothing needs to be encoded.
    ///   - query: The names and values of the query, not encoded.
    ///   - digest: The SHA-256 digest of the body in hexadecimal.
    func sign(
        _ request: inout TransferRequest, host: String, path: String, query: [(String, String)], digest: String,
        at now: Date
    ) {
        let time = Self.time(now)
        let day = String(time.prefix(8))
        request.set("x-amz-date", to: time)
        request.set("x-amz-content-sha256", to: digest)
        if let token = credentials.sessionToken { request.set("x-amz-security-token", to: token) }
        let headers = (request.headers + [("host", host)])
            .map { (name: $0.name.lowercased(), value: $0.value.trimmingCharacters(in: .whitespaces)) }
            .sorted { $0.name < $1.name }
        let names = headers.map(\.name).joined(separator: ";")
        let canonical =
            [request.method, path, Self.text(of: query)] + headers.map { "\($0.name):\($0.value)" } + [
                "", names, digest,
            ]
        let scope = "\(day)/\(region)/s3/aws4_request"
        let toSign = [
            "AWS4-HMAC-SHA256", time, scope, Self.hex(SHA256.hash(data: Data(canonical.joined(separator: "\n").utf8))),
        ]
        let signature = Self.hex(Self.authentication(of: toSign.joined(separator: "\n"), key: key(for: day)))
        request.set(
            "Authorization",
            to:
                "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope),SignedHeaders=\(names),Signature=\(signature)"
        )
    }

    private func key(for day: String) -> SymmetricKey {
        var key = SymmetricKey(data: Data("AWS4\(credentials.secretKey)".utf8))
        for text in [day, region, "s3", "aws4_request"] {
            key = SymmetricKey(data: Data(Self.authentication(of: text, key: key)))
        }
        return key
    }

    private static func authentication(of text: String, key: SymmetricKey) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)
    }

    static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    /// The query as it is signed and sent: sorted, with everything encoded but unreserved characters (RFC 3986).
    static func text(of query: [(String, String)]) -> String {
        query.map { (encoded($0.0), encoded($0.1)) }.sorted { $0 < $1 }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: "~"):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }

    /// `20260131T095959Z`.
    static func time(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let text = [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second].map { part in
            let digits = String(part ?? 0)
            return digits.count < 2 ? "0" + digits : digits
        }
        return text[..<3].joined() + "T" + text[3...].joined() + "Z"
    }
}
