import AtollHub
import AtollPackages
import Hummingbird

/// Handles the forms of the hub.
struct HubActions: ShellRoutes {
    let preferences: PreferenceStore

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
        let layout = HubLayout(rawValue: form["layout"])
        guard layout != nil || form["layout"] == Preferences.list else {
            throw ShellError.badRequest("The layout of the hub must be \"list\", \"one\" or \"two\".")
        }
        try await preferences.update(session.user) { $0.hubLayout = layout }
        return back(form)
    }

    @Sendable private func setFavourite(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let form = try await Form(request)
        guard let id = MiniAppID(form["id"]), !id.isPreview, ["yes", "no"].contains(form["favourite"]) else {
            throw ShellError.badRequest("The form must name a mini app, and say \"yes\" or \"no\" for the favourite.")
        }
        let isFavourite = form["favourite"] == "yes"
        let hasRoom = try await preferences.update(session.user) { $0.hub.setFavourite(id, isFavourite) }
        guard hasRoom else {
            throw ShellError.badRequest(
                localized("You can have at most \(HubMemory.maximumFavourites) favourites. Remove one first."))
        }
        return back(form)
    }

    /// Moves a favourite by a number of positions, or to a position.
    @Sendable private func moveFavourite(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let form = try await Form(request)
        guard let id = MiniAppID(form["id"]) else { throw ShellError.badRequest("The form must name a mini app.") }
        let (distance, place) = (Int(form["by"]), Int(form["to"]))
        guard distance ?? place != nil, (-1_000...1_000).contains(distance ?? place ?? 0) else {
            throw ShellError.badRequest("Name the number of positions to move by, or the position to move to.")
        }
        // Positions count the favourites that the user saw: those that they may not open right now are not shown.
        let shown = form["shown"].split(separator: ",").compactMap { MiniAppID(String($0)) }
        guard shown.count <= HubMemory.maximumFavourites else { throw ShellError.badRequest("There are too many ids.") }
        try await preferences.update(session.user) { preferences in
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
        Response(status: .seeOther, headers: [.location: LocalAddress.checked(form["return"])])
    }
}
