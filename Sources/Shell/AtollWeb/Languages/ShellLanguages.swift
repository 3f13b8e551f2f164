import AtollTexts
import Hummingbird

/// The languages that the shell's pages are in, and the one that a browser gets.
enum ShellLanguages {
    /// The path to which a form sends a choice.
    static let path = "/language"
    /// The cookie with the language that the user chose. It is a preference, not a secret.
    static let cookie = "__Host-language"

    /// The languages, each with its own name, in the order of these names.
    static let all = [("ar", "العربية"), ("de", "Deutsch"), ("en", "English"), ("es", "Español")]

    /// The language that the user chose in this browser; nil if they chose none that the shell has.
    static func chosen(by request: Request) -> String? {
        request.cookie(cookie).flatMap { chosen in all.contains { $0.0 == chosen } ? chosen : nil }
    }

    /// The language that suits a browser best.
    static func language(of request: Request) -> String {
        TextLanguage.preferred(in: request.headers[.acceptLanguage], among: ["en"] + all.map(\.0)) ?? "en"
    }

    /// The header that stores a choice for a year, or removes it.
    static func header(for language: String?) -> String {
        "\(cookie)=\(language ?? ""); Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=\(language == nil ? 0 : 31_536_000)"
    }
}
