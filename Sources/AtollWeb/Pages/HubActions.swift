import AtollHub
import AtollPackages
import Hummingbird

/// What the forms of the hub do.
struct HubActions {
    let shell: ShellParts

    static let layout = "/hub/layout"
    static let favourite = "/hub/favourite"
    static let move = "/hub/favourite/move"

    func add(to router: Router<ShellContext>) {
        router.post("hub/layout", use: changeLayout)
        router.post("hub/favourite", use: setFavourite)
        router.post("hub/favourite/move", use: moveFavourite)
    }

    @Sendable private func changeLayout(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let form = try await Form(request)
        guard let layout = HubLayout(rawValue: form["layout"]) else {
            throw ShellError.badRequest("The hub has one column or two.")
        }
        try await shell.preferences.update(session.user) { $0.hubLayout = layout }
        return back(form)
    }

    @Sendable private func setFavourite(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let form = try await Form(request)
        guard let id = MiniAppID(form["id"]), ["yes", "no"].contains(form["favourite"]) else {
            throw ShellError.badRequest("Say which mini app, and whether it is a favourite.")
        }
        let isFavourite = form["favourite"] == "yes"
        let hasRoom = try await shell.preferences.update(session.user) { $0.hub.setFavourite(id, isFavourite) }
        guard hasRoom else {
            throw ShellError.badRequest(
                "There is room for \(HubMemory.maximumFavourites) favourites. Take one away first.")
        }
        return back(form)
    }

    /// Moves a favourite by so many places, or to one.
    @Sendable private func moveFavourite(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let form = try await Form(request)
        guard let id = MiniAppID(form["id"]) else { throw ShellError.badRequest("Say which mini app.") }
        let (distance, place) = (Int(form["by"]), Int(form["to"]))
        guard distance ?? place != nil, (-1_000...1_000).contains(distance ?? place ?? 0) else {
            throw ShellError.badRequest("Say by how many places, or to which.")
        }
        // By what the user saw: one that they may not open at the moment is on no shelf.
        let shown = form["shown"].split(separator: ",").compactMap { MiniAppID(String($0)) }
        guard shown.count <= HubMemory.maximumFavourites else { throw ShellError.badRequest("That are too many.") }
        try await shell.preferences.update(session.user) { preferences in
            let shown = shown.isEmpty ? preferences.hub.favourites : shown
            guard let index = preferences.hub.favourites.filter({ shown.contains($0) }).firstIndex(of: id) else {
                return
            }
            let target = distance.map { index + $0 } ?? (place ?? 1) - 1
            preferences.hub.moveFavourite(id, to: target, among: shown)
        }
        return back(form)
    }

    private func back(_ form: Form) -> Response {
        Response(status: .seeOther, headers: [.location: SignInPages.localAddress(form["return"])])
    }
}
