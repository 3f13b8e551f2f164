import AtollCenter
import AtollCenterDomain
import AtollPackages
import Foundation
import HTTPTypes
import Hummingbird

extension Console {
    /// The upload of a version, which is a part of the page of its mini app.
    var uploadRoutes: [CenterRoute] {
        [
            .outside(.post, "miniapps/:id/versions") { request, context in
                try await answering(request, context) { visit in try await upload(visit) }
            }
        ]
    }

    private func upload(_ visit: Visit) async throws -> Response {
        guard visit.account != nil else { return ConsoleLook.redirect(to: "/sign-in") }
        let id = try id(visit)
        let form: UploadForm
        let statement: [UInt8]
        do throws(ConsoleError) {
            form = try UploadForm(visit.request)
            statement = try await form.statement()
        } catch {
            return problem(
                visit, error == .otherSite ? .forbidden : .badRequest,
                error == .noFiles ? visit.texts("no-upload-files") : "\(error)")
        }
        var headers: HTTPFields = [.contentType: "application/zip"]
        headers[.atollStatement] = Data(statement).base64EncodedString()
        // The length is that of the whole form, which is a little longer than the package. A form that is too long is
        // refused before it is read.
        if let length = visit.request.headers[.contentLength].flatMap({ Int($0) }) {
            headers[.contentLength] = "\(min(length, PackageLimits().archiveBytes))"
        }
        let answer = try await interface.send(
            .post, "miniapps/\(id)/versions?draft=true", headers, form.package, for: visit)
        let code = try JSONDecoder.center.decode(MiniAppListing.self, from: answer).version.code
        let place = "/miniapps/\(id)/versions/\(code)"
        return visit.isScript ? ConsoleLook.created(at: place) : ConsoleLook.redirect(to: place)
    }
}

extension HTTPField.Name {
    fileprivate static let atollStatement = knownName("Atoll-Statement")
}
