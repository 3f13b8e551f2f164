import AtollPackages
import Foundation
import SignedJSON

extension CenterClient {
    /// Sends a request, and decodes the response with the type that the Center encodes.
    ///
    /// - Throws: ``PublishingFailure``, including for a response that can't be decoded, or `CancellationError`.
    package func answer<Answer: Decodable>(
        _ method: String, _ path: String, _ json: Data? = nil, revision: Int? = nil, as type: Answer.Type = Answer.self
    ) async throws -> Answer {
        try Self.decode(await send(method, path, json, revision: revision))
    }

    /// Decodes a response of the Center.
    package static func decode<Answer: Decodable>(
        _ answer: Data, as type: Answer.Type = Answer.self
    ) throws(PublishingFailure) -> Answer {
        do { return try JSONDecoder.center.decode(type, fromForeign: answer) } catch { throw .unexpectedAnswer }
    }
}
