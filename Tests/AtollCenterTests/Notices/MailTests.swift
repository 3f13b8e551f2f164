import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("Mail")
struct MailTests {
    private static let format = MailMessage(from: "atoll@example.com") { Date(timeIntervalSince1970: 1_900_000_000) }

    /// A program that is run as `sendmail`.
    private static func program(_ script: String, in directory: TemporaryDirectory) throws -> URL {
        let file = directory.url.appending(path: "sendmail")
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        return file
    }

    @Test("No name and no address becomes a header of its own")
    func injection() {
        let hostile = "Evil\r\nBcc: everybody@example.com\r\n\r\nbody " + String(repeating: "ä🎉", count: 300)
        let text = Self.format.text(
            of: Mail(to: "ada@example.com\r\nCc: <x@y.z>", subject: hostile, text: "Line 1\r\n.\r\nLine 2 ü"))
        let parts = text.components(separatedBy: "\r\n\r\n")
        #expect(parts.count == 2)
        let names = parts[0].components(separatedBy: "\r\n").filter { !$0.hasPrefix(" ") }.map {
            $0.prefix { $0 != ":" }
        }
        #expect(
            names == [
                "From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type",
                "Content-Transfer-Encoding",
            ])
        #expect(
            parts[0].components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 998 && $0.allSatisfy(\.isASCII) })
        let body = Data(base64Encoded: parts[1], options: .ignoreUnknownCharacters)
        #expect(body.map { String(decoding: $0, as: UTF8.self) } == "Line 1\r\n.\r\nLine 2 ü")
    }

    @Test("A Maildir has whole messages, which only its owner reads")
    func maildir() async throws {
        let directory = try TemporaryDirectory()
        let folder = directory.url.appending(path: "outbox")
        let sender = Maildir(folder, format: Self.format)
        for number in 0..<3 { try await sender.send(Mail(to: "a@example.com", subject: "\(number)", text: "x")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/new").count == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/tmp").isEmpty)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/new")[.posixPermissions] as? Int
        #expect(mode == 0o700)
    }

    @Test("A program gets the message as its input; one that fails or hangs is an error")
    func sendmail() async throws {
        let directory = try TemporaryDirectory()
        let mail = Mail(to: "a@example.com", subject: "Hello", text: "x")
        let output = directory.url.appending(path: "got")
        let good = try Self.program("test \"$*\" = '-t -i' && cat > '\(output.path)'", in: directory)
        try await Sendmail(good, format: Self.format).send(mail)
        #expect(String(decoding: try Data(contentsOf: output), as: UTF8.self).contains("To: <a@example.com>\r\n"))
        for script in ["exit 75", "sleep 60", "exec 0<&-; exit 1"] {
            let bad = try Self.program(script, in: directory)
            await #expect(throws: Sendmail.Refused.self, "\(script)") {
                try await Sendmail(bad, format: Self.format, patience: .seconds(5)).send(mail)
            }
        }
        await #expect(throws: (any Error).self) {
            try await Sendmail(directory.url.appending(path: "none"), format: Self.format).send(mail)
        }
    }
}
