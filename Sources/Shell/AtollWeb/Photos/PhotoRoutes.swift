import AtollPackages
import AtollPages
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird
import RequestParsing

/// `GET` and `POST /photo`, `POST /photo/remove`: the signed-in user's own photo. Only mini apps with the user's
/// permission get it as well.
struct PhotoRoutes: ShellRoutes {
    let pages: SitePages
    let browsers: BrowserSessions
    let photos: PhotoStore
    let throttles: AccountThrottles

    static let path = "/photo"
    static let removal = "/photo/remove"
    /// The field of the form with the file. The path to return to is in the query, so that it is known however long the
    /// form is.
    static let field = "photo"
    /// The maximum length of the form: a photo, and the parts around it.
    private static let maximumLength = UserPhoto.maximumBytes + 8_000

    func add(to router: Router<ShellContext>) {
        router.get("photo", use: show)
        router.post("photo", use: keep)
        router.post("photo/remove", use: remove)
    }

    @Sendable private func show(_ request: Request, _ context: ShellContext) async throws -> Response {
        let user = try await browsers.signedIn(context).user
        guard let photo = try? photos.photo(of: user.id) else { throw ShellError.notFound }
        return Response(
            status: .ok,
            headers: [
                .contentType: photo.format.rawValue, .cacheControl: "private, no-store",
                .xContentTypeOptions: "nosniff", .contentSecurityPolicy: "default-src 'none'; sandbox",
            ], body: .init(byteBuffer: ByteBuffer(bytes: photo.contents)))
    }

    @Sendable private func keep(_ request: Request, _ context: ShellContext) async throws -> Response {
        let (user, session) = try await browsers.signedIn(context)
        try AccountThrottles.take(throttles.photos, user.id)
        let address = LocalAddress.checked("\(request.uri.queryParameters["return"] ?? "")")
        do {
            let photo = try UserPhoto(try await Self.file(request))
            // A form may take minutes to arrive: the session may have ended meanwhile, and the account may be gone.
            try await check(session)
            do { try await photos.keep(photo, of: user.id) } catch {
                context.logger.error("A photo could not be saved.", metadata: ["error": "\(error)"])
                throw PhotoError.notSaved
            }
            do { try await check(session) } catch {
                try await photos.keep(nil, of: user.id)
                throw error
            }
        } catch let error as PhotoError {
            return try await pages.respond(
                SiteRequest(
                    address: address, session: session, user: user, form: FormState(problem: error.text),
                    status: .unprocessableContent))
        }
        return Response(status: .seeOther, headers: [.location: address])
    }

    /// Checks that a session has not ended, and that its user still has an account.
    private func check(_ session: Session) async throws {
        guard await browsers.sessions.session(session.id) != nil else { throw ShellError.signedOut }
        _ = try await browsers.user(of: session)
    }

    @Sendable private func remove(_ request: Request, _ context: ShellContext) async throws -> Response {
        let user = try await browsers.signedIn(context).user
        let form = try await Form(request)
        try await photos.keep(nil, of: user.id)
        return Response(status: .seeOther, headers: [.location: LocalAddress.checked(form["return"])])
    }

    /// The file in the form. A form that is too long is not read to the end.
    ///
    /// - Throws: ``PhotoError``, or an error of the connection.
    private static func file(_ request: Request) async throws -> Data {
        guard let body = try await request.body(upTo: maximumLength) else { throw PhotoError.tooLarge }
        var (file, isFile) = (Data(), false)
        do throws(MultipartError) {
            var reader = try MultipartReader(contentType: request.headers[.contentType])
            for event in try reader.read(body.readableBytesView) {
                switch event {
                case .part(let name, _): isFile = name == field
                case .bytes(let bytes): if isFile { file += bytes }
                }
            }
            try reader.finish()
        } catch {
            throw PhotoError.missing
        }
        return file
    }
}
