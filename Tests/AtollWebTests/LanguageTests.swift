import AtollTestSupport
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import AtollWeb

@Suite("The language of pages")
struct LanguageTests {
    private func page(_ shell: TestShell, _ headers: HTTPFields) async throws -> (language: String?, text: String) {
        let response = try await shell.send(.get, "/sign-in", headers: headers)
        return (response.headers[.contentLanguage], try await body(of: response))
    }

    @Test("Pages are in the language that the browser prefers, or else in English")
    func preferred() async throws {
        try await TestShell.run { shell in
            let german = try await page(shell, [.acceptLanguage: "de-AT, en;q=0.5"])
            #expect(german.language == "de" && german.text.contains("<html lang=\"de\" dir=\"ltr\">"))
            #expect(german.text.contains("Anmelden") && !german.text.contains("Sign in"))
            let arabic = try await page(shell, [.acceptLanguage: "ar"])
            #expect(arabic.language == "ar" && arabic.text.contains("dir=\"rtl\""))
            #expect(try await page(shell, [.acceptLanguage: "fr, ja"]).language == "en")
            #expect(try await page(shell, [:]).language == "en")
        }
    }

    @Test("What the user chooses counts more than what the browser prefers")
    func chosen() async throws {
        try await TestShell.run { shell in
            let form: HTTPFields = [.origin: TestShell.origin, .contentType: "application/x-www-form-urlencoded"]
            let answer = try await shell.send(.post, "/language", headers: form, body: "language=es&return=/sign-in")
            #expect(answer.status == .seeOther && answer.headers[.location] == "/sign-in")
            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.hasPrefix("__Host-language=es; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age="))
            #expect(try await page(shell, [.acceptLanguage: "de", .cookie: "__Host-language=es"]).language == "es")
            let ended = try await shell.send(.post, "/language", headers: form, body: "language=&return=/sign-in")
            #expect(ended.headers[.setCookie]?.contains("Max-Age=0") == true)
        }
    }

    /// All cases share one server.
    private static let unknownCases: [String] = ["fr", "../x", "de\r\nSet-Cookie: x=y", "DE", "de;q=1", "%00"]

    @Test("A language that the shell does not have is refused, and a cookie that names one ignored")
    func unknown() async throws {
        try await TestShell.run { shell in
            for language in Self.unknownCases {
                let form: HTTPFields = [.origin: TestShell.origin, .contentType: "application/x-www-form-urlencoded"]
                let encoded = language.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let answer = try await shell.send(
                    .post, "/language", headers: form, body: "language=\(encoded)&return=/")
                #expect(answer.status == .badRequest && answer.headers[.setCookie] == nil, "\(language)")
                #expect(try await page(shell, [.cookie: "__Host-language=\(encoded)"]).language == "en", "\(language)")
            }
        }
    }

    /// All cases share one server.
    private static let redirectCases: [String] = ["//evil.example", "https://evil.example", "/\\evil.example"]

    @Test("An answer to a form leads nowhere else")
    func redirect() async throws {
        try await TestShell.run { shell in
            for address in Self.redirectCases {
                let form: HTTPFields = [.origin: TestShell.origin, .contentType: "application/x-www-form-urlencoded"]
                let encoded = address.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let answer = try await shell.send(
                    .post, "/language", headers: form, body: "language=de&return=\(encoded)")
                #expect(answer.headers[.location]?.contains("evil") != true, "\(address)")
            }
        }
    }
}
