import AtollCenterDomain
import Foundation

/// How a mail becomes a message.
package struct MailMessage: Sendable {
    private let sender: String
    let now: @Sendable () -> Date

    /// - Parameter sender: The address that mail is from.
    package init(from sender: String, now: @escaping @Sendable () -> Date) {
        self.sender = sender
        self.now = now
    }

    /// The message (RFC 5322). What people have chosen is in its headers only as a plain line or as encoded words (RFC
    /// 2047): no line of it can become a separate header.
    func text(of mail: Mail) -> String {
        let date = DateFormatter()
        date.locale = Locale(identifier: "en_US_POSIX")
        date.timeZone = TimeZone(identifier: "UTC")
        date.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
        let lines = mail.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // A person who reads the folder can read it as it is. RFC 5322, section 2.1.1.
        let isPlain = lines.allSatisfy { line in
            line.utf8.count <= 998 && line.utf8.allSatisfy { (0x20...0x7e).contains($0) }
        }
        return """
            From: Atoll <\(Self.address(sender))>\r
            To: <\(Self.address(mail.to))>\r
            Subject: \(Self.encoded(mail.subject))\r
            Date: \(date.string(from: now()))\r
            Message-ID: <\(UUID().uuidString)@atoll>\r
            MIME-Version: 1.0\r
            Content-Type: text/plain; charset=utf-8\r
            Content-Transfer-Encoding: \(isPlain ? "7bit" : "base64")\r
            \r
            \(isPlain ? lines.joined(separator: "\r\n") : Data(mail.text.utf8).base64EncodedString(options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed]))\r

            """
    }

    private static func address(_ text: String) -> String {
        String(text.filter { $0.isASCII && !$0.isWhitespace && !$0.isNewline && $0 != "<" && $0 != ">" }.prefix(254))
    }

    /// A text as it is if it is short and plain, and otherwise as encoded words.
    private static func encoded(_ text: String) -> String {
        let isPlain = text.utf8.count <= 60 && text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
        if isPlain, !text.utf8.contains(UInt8(ascii: "=")) { return text }
        // A word has 75 characters at most: 45 bytes of text.
        var words: [String] = []
        var part = ""
        for character in text.prefix(200) {
            if part.utf8.count + character.utf8.count > 45 {
                words.append(part)
                part = ""
            }
            part.append(character)
        }
        words.append(part)
        return words.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }
}
