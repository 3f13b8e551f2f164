import AtollPackages
import BoundedHTTP
import Foundation
import SignedJSON

extension MiniAppCatalog {
    /// Returns the average rating of a mini app, and this user's own feedback.
    ///
    /// - Parameter time: How long to wait for the Center.
    /// - Throws: ``FeedbackError``.
    public func feedback(
        on id: MiniAppID, within time: Duration = .seconds(30)
    ) async throws(FeedbackError) -> MiniAppFeedback {
        try await client.feedback(on: id, within: time)
    }

    /// Gives a mini app stars in the name of this user, who has one rating.
    ///
    /// - Parameters:
    ///   - stars: 1 to 5; nil takes the rating back.
    ///   - code: The code of the version that the user has.
    /// - Throws: ``FeedbackError``.
    @discardableResult
    public func rate(_ id: MiniAppID, stars: Int?, code: Int) async throws(FeedbackError) -> MiniAppFeedback {
        try await client.send(NewRating(stars: stars ?? 0, code: code), to: "rating", of: id)
    }

    /// Reports a problem with a mini app to those who make it. They are not told who this user is; their answer is
    /// among the `problems` of the feedback later.
    ///
    /// A report that is sent again, because the answer was lost, is the same one.
    ///
    /// - Throws: ``FeedbackError``.
    @discardableResult
    public func report(_ problem: NewProblemReport, on id: MiniAppID) async throws(FeedbackError) -> MiniAppFeedback {
        try await client.send(problem, to: "problems", of: id)
    }
}

extension CenterClient {
    /// The longest answer, in bytes: as many reports as are shown, each with an answer, in the longest characters.
    private static let feedbackLimit = 1024 * 1024

    fileprivate func feedback(on id: MiniAppID, within time: Duration) async throws(FeedbackError) -> MiniAppFeedback {
        let request = try await request("feedback", of: id)
        let response = try await catching { () async throws(CatalogError) in
            try await TransferTime.within(time) { () async throws(CatalogError) in try await transport.get(request) }
        }
        return try Self.feedback(in: response, on: id)
    }

    /// Sends what a user says about a mini app.
    fileprivate func send(
        _ body: some Encodable, to part: String, of id: MiniAppID
    ) async throws(FeedbackError) -> MiniAppFeedback {
        let request = try await request(part, of: id)
        let json: Data
        do {
            json = try JSONEncoder.center.encode(body)
        } catch {
            throw .refused("It can't be encoded.")
        }
        let response = try await catching { () async throws(CatalogError) in
            try await TransferTime.within(.seconds(30)) { () async throws(CatalogError) in
                try await transport.post(json, with: request)
            }
        }
        return try Self.feedback(in: response, on: id)
    }

    private func request(_ part: String, of id: MiniAppID) async throws(FeedbackError) -> CatalogRequest {
        do {
            return CatalogRequest(
                center.appending(path: "v1/miniapps/\(id)/\(part)"), token: try await token(), host: host,
                limit: Self.feedbackLimit)
        } catch {
            throw .catalog(.unauthorized)
        }
    }

    private func catching(
        _ call: () async throws(CatalogError) -> CatalogResponse
    ) async throws(FeedbackError) -> CatalogResponse {
        do throws(CatalogError) { return try await call() } catch { throw .catalog(error) }
    }

    /// The Center's description of a refusal (RFC 9457).
    private struct Refusal: Decodable {
        let detail: String
        let rule: String?
    }

    private static func feedback(
        in response: CatalogResponse, on id: MiniAppID
    ) throws(FeedbackError) -> MiniAppFeedback {
        switch response.status {
        case 200:
            guard let feedback = try? JSONDecoder.center.decode(MiniAppFeedback.self, fromForeign: response.body) else {
                throw .catalog(.invalidResponse("the JSON does not have the expected format"))
            }
            return feedback
        case 401, 403: throw .catalog(.unauthorized)
        case 404: throw .catalog(.notFound(id))
        case 429: throw .tooOften
        case 400..<500:
            let refusal = try? JSONDecoder().decode(Refusal.self, fromForeign: response.body)
            switch refusal?.rule {
            case "too-many-own-reports": throw .tooManyOwnReports
            case "too-many-reports": throw .tooManyReports
            default: throw .refused(refusal?.detail ?? "The Center responded with status \(response.status).")
            }
        default: throw .catalog(.network("the Center responded with status \(response.status)"))
        }
    }
}
