import ArgumentParser
import AtollPublishing
import AtollTerminal
import Foundation
import PrintableText
import SignedJSON

/// The Center that a person works at, and how the answer is printed.
struct WorkOptions: ParsableArguments {
    @OptionGroup
    var center: CenterOption

    @OptionGroup
    var result: ResultOptions

    /// Whether the Center's answer is printed as it is.
    var json: Bool { result.json }

    /// A client with the session of `atoll login`, or with the API key in $ATOLL_API_KEY.
    func client() throws -> CenterClient {
        let url = try center.url()
        let secret = try SessionStore().secret(at: url) ?? ProcessInfo.processInfo.environment["ATOLL_API_KEY"]
        guard let secret else { throw Failure("Sign in first: atoll login ADDRESS --center \(url.absoluteString)") }
        return CenterClient(center: url, secret: secret)
    }

    /// Sends a request, and prints its answer: as JSON, or as `lines` say.
    func send(
        _ method: String, _ path: String, _ body: JSONValue? = nil, revision: Int? = nil,
        _ lines: (JSONFields) throws -> [String]
    ) async throws {
        let answer = try await client().send(method, path, body.map { Data($0.readableBytes) }, revision: revision)
        try show(answer, lines)
    }

    func show(_ answer: Data, _ lines: (JSONFields) throws -> [String]) throws {
        if json {
            return printJSON(answer.isEmpty ? Data("{}".utf8) : answer)
        }
        let value = answer.isEmpty ? JSONValue.object([:]) : try JSONValue(parsing: Array(answer))
        for line in try lines(JSONFields(value)) { print(line) }
    }

    /// A part of a path that people have typed.
    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "-._"))) ?? ""
    }
}

extension JSONFields {
    /// A text, or a dash if it is missing.
    func shown(_ name: ExactString) throws -> String {
        has(name) ? try string(name) : "–"
    }

    /// The lines of a page, the last of which says whether there are more.
    func page(_ line: (JSONFields) throws -> String) throws -> [String] {
        try objects("items").map(line) + (has("next") ? ["… and more: --json has the first 200."] : [])
    }

    /// The objects of a list.
    func objects(_ name: ExactString) throws -> [JSONFields] {
        try array(name).map { try JSONFields($0) }
    }

    /// Roles as people read them.
    func roles() throws -> String {
        try objects("roles").map { role in
            try role.string("role") + (role.has("only") ? " (\(role.string("only")))" : "")
        }.joined(separator: ", ")
    }
}
