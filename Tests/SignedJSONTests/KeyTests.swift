import Crypto
import CryptoExtras
import Foundation
import Testing

@testable import SignedJSON

@Suite("Keys")
struct KeyTests {
    private let bytes = Array("what is signed".utf8)

    @Test("A key of each kind signs what its public half verifies, and nothing else")
    func signing() throws {
        let signers =
            [PrivateKey(.ed25519).signer, PrivateKey(.ecdsa).signer] + [
                Signer(try _RSA.Signing.PrivateKey(keySize: .bits2048))
            ]
        for signer in signers {
            let signature = try signer.sign(bytes)
            #expect(signer.key.verifies(signature, over: bytes))
            #expect(!signer.key.verifies(signature, over: bytes + [0]))
            #expect(!signer.key.verifies(signature.dropLast(), over: bytes))
            #expect(!PrivateKey(.ed25519).key.verifies(signature, over: bytes))
            #expect(try VerificationKey(JSONFields(signer.key.json)) == signer.key)
            // A key of an unknown type never verifies a signature.
            let renamed = VerificationKey(type: "other", scheme: signer.key.scheme, value: signer.key.value)
            #expect(!renamed.verifies(signature, over: bytes))
        }
    }

    @Test("A sealed key is opened only with its passphrase", arguments: PrivateKey.Kind.allCases)
    func sealing(_ kind: PrivateKey.Kind) throws {
        let key = PrivateKey(kind)
        let file = try KeyFile.sealed(key, passphrase: "correct horse", cost: .low)
        #expect(try KeyFile.isSealed(file))
        #expect(try KeyFile.publicKey(of: file) == key.key)
        #expect(try KeyFile.key(in: file, passphrase: "correct horse").key == key.key)
        #expect(throws: KeyFileError.notOpened) { try KeyFile.key(in: file, passphrase: "correct") }
        #expect(throws: KeyFileError.passphraseNeeded) { try KeyFile.key(in: file) }
        #expect(file.range(of: key.secret) == nil && file.range(of: Data(key.secret.base64EncodedString().utf8)) == nil)
    }

    @Test("An open key is read without a passphrase, and its descriptions never contain its secret")
    func open() throws {
        let key = PrivateKey()
        let file = KeyFile.open(key)
        #expect(try !KeyFile.isSealed(file))
        #expect(try KeyFile.key(in: file).secret == key.secret)
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(!text.contains(key.secret.base64EncodedString()) && !text.contains(key.secret.hexadecimal))
        }
    }

    @Test("A file with any change is not opened")
    func changed() throws {
        let file = try KeyFile.sealed(PrivateKey(), passphrase: "p", cost: .low)
        guard case .object(let members) = try JSONValue(parsing: file) else { return }
        func outcome(_ name: ExactString, _ value: JSONValue) -> KeyFileError? {
            var changed = members
            changed[name] = value
            do throws(KeyFileError) {
                _ = try KeyFile.key(in: Data(JSONValue.object(changed).canonicalBytes), passphrase: "p")
                return nil
            } catch {
                return error
            }
        }
        func seal(_ name: ExactString, _ value: JSONValue) -> JSONValue {
            guard case .object(var seal)? = members["seal"] else { return .null }
            seal[name] = value
            return .object(seal)
        }
        #expect(outcome("public", PrivateKey().key.json) == .notOpened)
        #expect(outcome("note", .string("x")) == .notOpened)
        #expect(outcome("seal", seal("salt", .string(String(repeating: "00", count: 32)))) == .notOpened)
        #expect(outcome("seal", seal("n", .integer(1 << 11))) == .notOpened)
        for (name, value) in [
            ("n", .integer(1 << 21)), ("n", .integer(-1)), ("r", .integer(1_000)), ("p", .integer(0)),
            ("salt", .string("00")), ("kdf", .string("md5")), ("cipher", .string("none")),
        ] as [(ExactString, JSONValue)] {
            guard case .malformed? = outcome("seal", seal(name, value)) else {
                Issue.record("\(name) \(value) was accepted")
                continue
            }
        }
        guard case .malformed? = outcome("kind", .string("rsa")), case .malformed? = outcome("_type", .null) else {
            Issue.record("an unknown kind was accepted")
            return
        }
        #expect(throws: KeyFileError.malformed("it is longer than 16 kB")) {
            try KeyFile.key(in: Data(count: 20_000), passphrase: "p")
        }
    }
}

@Suite("One key, however it is encoded")
struct KeyIdentityTests {
    @Test("An Ed25519 key in upper case, a P-256 key of another type name, and an RSA key as PKCS#1 are the same keys")
    func spellings() throws {
        let hex = Curve25519.Signing.PrivateKey().publicKey.rawRepresentation.hexadecimal
        #expect(identity("ed25519", hex) == identity("ed25519", hex.uppercased()))
        let p256 = P256.Signing.PrivateKey().publicKey.pemRepresentation
        #expect(identity("ecdsa", p256) == identity("ecdsa-sha2-nistp256", p256 + "\n"))
        let rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048).publicKey
        let pkcs1 =
            "-----BEGIN RSA PUBLIC KEY-----\n"
            + rsa.pkcs1DERRepresentation.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
            + "\n-----END RSA PUBLIC KEY-----\n"
        #expect(identity("rsa", rsa.pemRepresentation) == identity("rsa", pkcs1))
        #expect(identity("rsa", rsa.pemRepresentation) == identity("rsa", "words\n" + rsa.pemRepresentation))
        #expect(Set([identity("ed25519", hex), identity("ecdsa", p256), identity("rsa", pkcs1)]).count == 3)
        // Keys that can't be decoded are distinguished by their text.
        #expect(identity("ed25519", "zz") != identity("ed25519", "yy"))
    }

    private func identity(_ type: String, _ value: String) -> String {
        VerificationKey(type: type, scheme: "", value: value).identity
    }
}
