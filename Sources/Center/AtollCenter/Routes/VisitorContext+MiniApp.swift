import AtollCenterAnswers
import AtollCenterDomain
import AtollPackages
import Hummingbird

extension VisitorContext {
    /// The mini app in the path, which the user may open.
    ///
    /// - Throws: A 404 ``Problem``.
    func openMiniApp(in search: any SearchStore) async throws -> MiniAppID {
        let id = try base.miniAppID()
        let isThere = try await search.listing(
            of: id, for: await search.audiences(of: visitor), superApp: visitor.host.superApp)
        guard isThere != nil else {
            throw Problem(.notFound, "There is no mini app \(id) that this user may open.", subject: "id")
        }
        return id
    }
}
