import ArgumentParser
import AtollPublishing
import AtollTerminal
import Foundation
import PrintableText
import SignedJSON

/// The Center that a person works at, and how the answer is printed.
struct CenterOptions: ParsableArguments {
    @OptionGroup
    var center: CenterOption

    @OptionGroup
    var result: ResultOptions

    /// Whether the Center's answer is printed unchanged.
    var json: Bool { result.json }

    /// A client with the session of `atoll login`, or with the API key in $ATOLL_API_KEY.
    func client() throws -> CenterClient {
        let url = try center.url()
        let secret = try SessionStore().secret(at: url) ?? ProcessInfo.processInfo.environment["ATOLL_API_KEY"]
        guard let secret else { throw Failure("Sign in first: atoll login ADDRESS --center \(url.absoluteString)") }
        return CenterClient(center: url, secret: secret)
    }

    /// Sends a request, and prints its answer, either as JSON or as the lines that `lines` returns.
    func send<Answer: Decodable>(
        _ method: String, _ path: String, _ body: JSONValue? = nil, revision: Int? = nil,
        _ lines: (Answer) throws -> [String]
    ) async throws {
        let answer = try await client().send(method, path, body.map { Data($0.readableBytes) }, revision: revision)
        try show(answer, lines)
    }

    /// Sends a request whose answer has no body, and prints a confirmation.
    func send(_ method: String, _ path: String, _ body: JSONValue? = nil, saying words: String) async throws {
        let answer = try await client().send(method, path, body.map { Data($0.readableBytes) })
        if json { return printJSON(answer.isEmpty ? Data("{}".utf8) : answer) }
        print(words)
    }

    /// Prints an answer, either as JSON or as the lines that `lines` returns.
    func show<Answer: Decodable>(_ answer: Data, _ lines: (Answer) throws -> [String]) throws {
        if json { return printJSON(answer) }
        for line in try lines(CenterClient.decode(answer)) { print(line) }
    }

    /// Escapes text that a user has typed, as a part of a path.
    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "-._"))) ?? ""
    }
}
