import AtollPages
import Hummingbird

/// `POST /appearance`: the user chooses the appearance of the shell in this browser; `device` follows the browser
/// again.
struct AppearanceRoute: ShellRoutes {
    static let path = "/appearance"

    func add(to router: Router<ShellContext>) {
        router.post("\(Self.path)") { request, _ -> Response in
            let form = try await Form(request)
            guard let appearance = Appearance(rawValue: form["appearance"]) else {
                throw ShellError.badRequest("The appearance is device, light or dark.")
            }
            return Response(
                status: .seeOther,
                headers: [
                    .location: LocalAddress.checked(form["return"]),
                    .setCookie: AppearanceMiddleware.header(for: appearance),
                ])
        }
    }
}
