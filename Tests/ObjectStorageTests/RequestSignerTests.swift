import BoundedHTTP
import Crypto
import Foundation
import Testing

@testable import ObjectStorage

/// The examples of Amazon's documentation: "Signature calculations for the Authorization header", Amazon S3 API
/// reference.
@Suite("Signatures of requests")
struct RequestSignerTests {
    private static let signer = RequestSigner(
        credentials: S3Credentials(
            accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
        region: "us-east-1")
    private static let host = "examplebucket.s3.amazonaws.com"
    private static let time = Date(timeIntervalSince1970: 1_369_353_600)

    private static func signature(
        _ method: String, path: String = "/", query: [(String, String)] = [], headers: [(String, String)] = [],
        body: String = ""
    ) -> String? {
        var request = TransferRequest(URL(string: "https://\(host)\(path)")!, method: method)
        for (name, value) in headers { request.set(name, to: value) }
        signer.sign(
            &request, host: host, path: path, query: query,
            digest: RequestSigner.hex(SHA256.hash(data: Data(body.utf8))), at: time)
        let header = request.headers.first { $0.name == "Authorization" }?.value
        return header.flatMap { $0.split(separator: "=").last.map(String.init) }
    }

    @Test("Of a part of an object")
    func get() {
        #expect(
            Self.signature("GET", path: "/test.txt", headers: [("Range", "bytes=0-9")])
                == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    }

    @Test("Of a new object")
    func put() {
        #expect(
            Self.signature(
                "PUT", path: "/test%24file.text",
                headers: [
                    ("Date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
                ], body: "Welcome to Amazon S3.")
                == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
    }

    @Test("Of a query")
    func query() {
        #expect(
            Self.signature("GET", query: [("lifecycle", "")])
                == "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543")
        #expect(
            Self.signature("GET", query: [("prefix", "J"), ("max-keys", "2")])
                == "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")
    }
}
