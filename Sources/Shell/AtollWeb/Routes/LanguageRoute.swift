import Hummingbird

/// `POST /language`: the user chooses the language of the shell in this browser; an empty one follows the browser again.
struct LanguageRoute: ShellRoutes {
    func add(to router: Router<ShellContext>) {
        router.post("\(ShellLanguages.path)") { request, _ -> Response in
            let form = try await Form(request)
            let language = form["language"]
            guard language.isEmpty || ShellLanguages.all.contains(where: { $0.0 == language }) else {
                throw ShellError.badRequest("The shell has no such language.")
            }
            return Response(
                status: .seeOther,
                headers: [
                    .location: LocalAddress.checked(form["return"]),
                    .setCookie: ShellLanguages.header(for: language.isEmpty ? nil : language),
                ])
        }
    }
}
