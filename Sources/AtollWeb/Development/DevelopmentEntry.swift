import Hummingbird

/// `GET /.dev/enter?to=…`: signs the user of a pane in, who has no password, and leads on.
struct DevelopmentEntry: ShellRoutes {
    let pane: ShellDevelopment.Pane
    let browsers: BrowserSessions

    func add(to router: Router<ShellContext>) {
        router.get(".dev/enter") { request, context -> Response in
            // Of another site's pages, none may sign anybody in.
            guard request.headers[.secFetchSite] != "cross-site" else { throw ShellError.foreignRequest }
            let address = LocalAddress.checked(request.uri.queryParameters["to"].map(String.init) ?? "/")
            if context.session?.user == pane.user.id {
                return Response(status: .seeOther, headers: [.location: address])
            }
            return try await browsers.begin(for: pane.user, request, context, leadingTo: address)
        }
    }
}
