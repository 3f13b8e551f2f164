import AtollPackages
import AtollTestSupport
import Foundation
import SignedJSON
import Testing

@Suite("Keys that a publisher asks for")
struct PublisherRequestTests {
    private static let repository = SHA256Hash(of: Data("a repository".utf8))
    private static let publisher = PublisherID("com.example")!

    private static func request(_ keys: [PrivateKey], threshold: Int = 1) -> PublisherRequest {
        PublisherRequest(
            repository: repository, publisher: publisher, keys: keys.map(\.key), threshold: threshold,
            created: Date(timeIntervalSince1970: 1_900_000_000))
    }

    @Test("A request that each of its keys has signed is read as it was written")
    func roundTrip() throws {
        let keys = [PrivateKey(), PrivateKey(.ecdsa)]
        let request = Self.request(keys, threshold: 2)
        let signed = try SignedPublisherRequest(request, signedBy: keys.map(\.signer))
        let read = try SignedPublisherRequest(parsing: signed.encoded)
        #expect(try read.verified() == request)
        #expect(request.isTakenIn(by: request.file(after: nil)))
        let before = PublisherFile(Self.publisher, keys: [keys[0].key], floors: [MiniAppID("com.example.kudos")!: 7])
        #expect(!request.isTakenIn(by: before))
        #expect(request.file(after: before).floors == before.floors)
    }

    @Test("Nobody asks for a key that they don't have")
    func notSigned() throws {
        let (own, other) = (PrivateKey(), PrivateKey())
        let request = Self.request([own, other])
        #expect(throws: ReleaseRefusal.self) { try SignedPublisherRequest(request, signedBy: [own.signer]).verified() }
        #expect(throws: ReleaseRefusal.self) {
            try SignedPublisherRequest(Self.request([other]), signedBy: [own.signer]).verified()
        }
    }

    @Test("The present keys confirm a request, as many as must sign")
    func confirmed() throws {
        let (new, first, second) = (PrivateKey(), PrivateKey(), PrivateKey())
        let present = PublisherFile(Self.publisher, keys: [first.key, second.key], threshold: 2)
        let request = Self.request([new])
        func isConfirmed(_ signers: [PrivateKey]) throws -> Bool {
            try SignedPublisherRequest(request, signedBy: signers.map(\.signer)).isConfirmed(by: present)
        }
        #expect(try isConfirmed([new, first, second]))
        #expect(try !isConfirmed([new, first]))
        #expect(try !isConfirmed([new]))
    }

    @Test("A signature under a statement is none under a request")
    func otherPrefix() throws {
        let key = PrivateKey()
        let signed = try SignedPublisherRequest(Self.request([key]), signedBy: [key.signer])
        let fields = try JSONFields(JSONValue(parsing: Array(signed.encoded)))
        let bytes = try fields.base64("request")
        let statement = try SignedStatement(signing: bytes, by: [key.signer])
        let forged = JSONValue.object([
            "request": .string(bytes.base64EncodedString()),
            "signatures": .array([
                .object([
                    "keyid": .string(key.key.id), "sig": .string(statement.signatures[key.key.id]!.hexadecimal),
                ])
            ]),
        ])
        #expect(throws: ReleaseRefusal.self) {
            try SignedPublisherRequest(parsing: Data(forged.readableBytes)).verified()
        }
    }

    @Test("Damaged and odd documents are refused", arguments: 0..<400)
    func hostile(_ seed: Int) throws {
        let key = PrivateKey()
        let request = Self.request([key])
        var bytes = try SignedPublisherRequest(request, signedBy: [key.signer]).encoded
        var source = SeededGenerator(seed: UInt64(seed))
        let isAnybodysGuess = seed % 4 == 1 || seed % 4 == 2
        switch seed % 4 {
        case 0: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &source))
        case 1: bytes[Int.random(in: 0..<bytes.count, using: &source)] ^= 1 << UInt8.random(in: 0...7, using: &source)
        case 2:
            bytes.insert(
                UInt8.random(in: 0...255, using: &source), at: Int.random(in: 0..<bytes.count, using: &source))
        default: bytes = Data(repeating: UInt8(ascii: "["), count: SignedPublisherRequest.maximumLength + seed % 3 - 1)
        }
        do {
            let read = try SignedPublisherRequest(parsing: bytes).verified()
            // The change has no meaning: a space between members.
            #expect(isAnybodysGuess && read == request)
        } catch {
            #expect(!error.description.isEmpty)
        }
    }

    @Test(
        "What a request says is checked",
        arguments: [
            (#""threshold":1"#, #""threshold":2"#), (#""threshold":1"#, #""threshold":0"#),
            (#""spec":"1""#, #""spec":"2""#), (#""publisher":"com.example""#, #""publisher":"com""#),
            (#""_type":"publisher-request""#, #""_type":"release""#), (#""spec":"1""#, #""more":1,"spec":"1""#),
        ])
    func members(_ old: String, _ new: String) throws {
        let key = PrivateKey()
        let signed = try SignedPublisherRequest(Self.request([key]), signedBy: [key.signer])
        let bytes = try JSONFields(JSONValue(parsing: Array(signed.encoded))).base64("request")
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(old))
        let changed = Data(text.replacing(old, with: new).utf8)
        let signature = try key.signer.sign(Array("atoll-publisher-request-v1\0".utf8) + changed)
        let document = JSONValue.object([
            "request": .string(changed.base64EncodedString()),
            "signatures": .array([
                .object(["keyid": .string(key.key.id), "sig": .string(signature.hexadecimal)])
            ]),
        ])
        #expect(throws: ReleaseRefusal.self) {
            try SignedPublisherRequest(parsing: Data(document.readableBytes)).verified()
        }
    }
}
