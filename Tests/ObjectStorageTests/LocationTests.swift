import Foundation
import Testing

@testable import ObjectStorage

@Suite("Addresses and keys of objects")
struct LocationTests {
    @Test("An address names bucket, prefix, region and endpoint")
    func address() throws {
        let own = try S3Location("s3://atoll/center/a?endpoint=https://store.example:9000&region=eu-central-1")
        #expect(own.bucket == "atoll" && own.prefix == "center/a/" && own.region == "eu-central-1")
        #expect(own.host == "store.example:9000")
        #expect(own.path(of: ObjectKey("v1/blobs/ab")) == "/atoll/center/a/v1/blobs/ab")
        #expect(own.path(of: nil) == "/atoll")
        let amazon = try S3Location("s3://my.bucket-1?region=eu-west-3")
        #expect(amazon.endpoint.absoluteString == "https://s3.eu-west-3.amazonaws.com" && amazon.prefix.isEmpty)
        #expect(amazon.host == "s3.eu-west-3.amazonaws.com")
        #expect(try S3Location("s3://abc?endpoint=http://localhost:80").host == "localhost")
    }

    @Test(
        "What is not an address is refused, and credentials in it are not repeated",
        arguments: [
            "", "s3://", "s3:///x", "http://bucket/x", "s3://ab", "s3://Bucket", "s3://buc_ket", "s3://bucket/../x",
            "s3://bucket/a//b", "s3://bucket?endpoint=store.example", "s3://bucket?endpoint=ftp://store.example",
            "s3://bucket?endpoint=https://user:secret@store.example", "s3://bucket?endpoint=https://store.example/path",
            "s3://bucket?region=a/b", "s3://bucket?region=", "s3://bucket?colour=red",
            "s3://bucket?region=a&region=b", "s3://key:secret@bucket", "s3://bucket/%2e%2e",
            "s3://bucket?endpoint=https://store.example%0d%0aX:y",
        ])
    func malformed(_ text: String) {
        do throws(ObjectError) {
            let location = try S3Location(text)
            Issue.record("\(location)")
        } catch {
            if case .badAddress = error {} else { Issue.record("\(error)") }
            #expect(!error.description.contains("secret"))
        }
    }

    @Test("A key is a path of plain names")
    func keys() {
        for text in ["a", "v1/blobs/0a", "1.root.json", "a-b_c.d/E", "..a", String(repeating: "a", count: 512)] {
            #expect(ObjectKey(text)?.text == text)
        }
        for text in [
            "", "/", "/a", "a/", "a//b", ".", "..", "a/../b", "a/./b", "a b", "ä", "a%2fb", "a\0", "a\\b", "a?b", "a#b",
            "a\n", String(repeating: "a", count: 513),
        ] {
            #expect(ObjectKey(text) == nil, "\(text)")
        }
        #expect([ObjectKey("b")!, ObjectKey("a/b")!, ObjectKey("a.b")!].sorted().map(\.text) == ["a.b", "a/b", "b"])
    }

    @Test("Credentials come from the environment")
    func credentials() throws {
        let environment = ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_SESSION_TOKEN": ""]
        #expect(try S3Credentials(environment: environment).sessionToken == nil)
        for missing in environment.keys where missing != "AWS_SESSION_TOKEN" {
            #expect(throws: ObjectError.noCredentials) {
                try S3Credentials(environment: environment.filter { $0.key != missing })
            }
        }
    }
}
