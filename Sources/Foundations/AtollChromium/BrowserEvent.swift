import Foundation

/// An event that the browser sends.
public struct BrowserEvent: Sendable {
    /// The name of the event, such as `Page.loadEventFired`.
    public let method: String
    /// The session that it belongs to; nil for the browser itself.
    public let session: String?
    let message: Data

    /// Its parameters.
    ///
    /// - Throws: `DecodingError` if it has others.
    public func parameters<Parameters: Decodable>(_ type: Parameters.Type = Parameters.self) throws -> Parameters {
        try JSONDecoder().decode(Message<Parameters>.self, from: message).params
    }

    private struct Message<Parameters: Decodable>: Decodable { let params: Parameters }
}
