import AtollCatalog
import AtollPackages
import Foundation
import Hummingbird

/// Handles the users' feedback on mini apps: their stars, and problems that they report. Both go to the Center with the
/// user's token; it does not store who they are.
///
/// | | form | |
/// | --- | --- | --- |
/// | `POST /hub/rating` | `id`, `stars` (0 to 5), `code`, `return` | back to the page |
/// | `POST /hub/report` | `id`, `report` (its own id), `kind`, `text`, `code`, `return` | the page, which lists it |
struct FeedbackActions: ShellRoutes {
    let center: CenterAccess
    let browsers: BrowserSessions

    static let rating = "/hub/rating"
    static let report = "/hub/report"

    /// The longest form, in bytes: each of the text's characters may be sent as twelve.
    private static let maximumForm = 12 * ProblemReport.maximumText + 4_096

    func add(to router: Router<ShellContext>) {
        router.post("hub/rating", use: rate)
        router.post("hub/report", use: report)
    }

    @Sendable private func rate(_ request: Request, _ context: ShellContext) async throws -> Response {
        let (form, id, code, user) = try await read(request, context)
        guard let stars = Int(form["stars"]), (0...NewRating.starRange.upperBound).contains(stars) else {
            throw ShellError.badRequest("The form must have 1 to 5 stars, or 0 to take them back.")
        }
        try await send { () async throws(FeedbackError) in
            try await center.catalog(for: user).rate(id, stars: stars == 0 ? nil : stars, code: code)
        }
        return back(form)
    }

    @Sendable private func report(_ request: Request, _ context: ShellContext) async throws -> Response {
        let (form, id, code, user) = try await read(request, context)
        guard let kind = ProblemReport.Kind(rawValue: form["kind"]), !form["report"].isEmpty else {
            throw ShellError.badRequest("The form must have an id, and say what the problem is about.")
        }
        let text = form["text"].trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...ProblemReport.maximumText).contains(text.unicodeScalars.count) else {
            throw ShellError.badRequest(
                localized("Describe the problem in at most \(ProblemReport.maximumText) characters."))
        }
        let report = NewProblemReport(id: form["report"], kind: kind, text: text, code: code, platform: "web")
        try await send { () async throws(FeedbackError) in
            try await center.catalog(for: user).report(report, on: id)
        }
        context.logger.debug("A user has reported a problem.", metadata: ["miniApp": "\(id)", "kind": "\(kind)"])
        return back(form)
    }

    private func read(
        _ request: Request, _ context: ShellContext
    ) async throws -> (form: Form, id: MiniAppID, code: Int, user: User) {
        let session = try context.signedIn()
        let form = try await Form(request, upTo: Self.maximumForm)
        guard let id = MiniAppID(form["id"]), let code = Int(form["code"]), code > 0 else {
            throw ShellError.badRequest("The form must name a mini app and the code of its version.")
        }
        return (form, id, code, try await browsers.user(of: session))
    }

    private func send(_ work: () async throws(FeedbackError) -> MiniAppFeedback) async throws(ShellError) {
        do throws(FeedbackError) {
            _ = try await work()
        } catch {
            switch error {
            case .tooManyOwnReports:
                throw .badRequest(
                    localized("Your report was not accepted, because several of your earlier ones are still open."))
            case .tooManyReports:
                throw .badRequest(localized("This mini app has too many open reports. Try again later."))
            case .tooOften: throw .tooMany(retryAfter: 60)
            case .refused: throw .badRequest(localized("Your report was not accepted."))
            case .catalog(let error): throw .catalog(error)
            }
        }
    }

    private func back(_ form: Form) -> Response {
        let page = LocalAddress.checked(form["return"]).prefix { $0 != "#" }
        return Response(status: .seeOther, headers: [.location: "\(page)#\(FeedbackSection.anchor)"])
    }
}
