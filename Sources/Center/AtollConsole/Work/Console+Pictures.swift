import AtollCenter
import AtollCenterAPI
import Foundation
import Hummingbird

extension Console {
    /// The pictures of a version's pages, each beside the picture of the version before, and overlaid on it.
    func pictures(
        _ pictures: PicturesView?, of version: VersionView, before base: Int, _ visit: Visit
    ) async throws -> [String: any Sendable] {
        let route = "miniapps/\(version.miniApp)/versions/\(version.code)"
        let baseRoute = "miniapps/\(version.miniApp)/versions/\(base)"
        let found: PicturesView? = base > 0 ? try await interface.find(baseRoute + "/pictures", for: visit) : nil
        let before = Set((found?.pictures ?? []).map { "\($0.page) \($0.look)" })
        var pages: [(page: String, looks: [[String: any Sendable]])] = []
        for picture in pictures?.pictures ?? [] {
            if pages.last?.page != picture.page { pages.append((picture.page, [])) }
            let query = "picture?page=\(Self.encoded(picture.page))&look=\(Self.encoded(picture.look))"
            pages[pages.count - 1].looks.append([
                "look": visit.texts("look-" + picture.look), "image": "/\(route)/\(query)",
                "imageBefore": "/\(baseRoute)/\(query)",
                "hasBefore": before.contains("\(picture.page) \(picture.look)"), "page": picture.page,
                "isPhone": picture.look.hasPrefix("phone"), "isLight": picture.look.hasSuffix("light"),
            ])
        }
        let progress = pictures?.state ?? "none"
        let isPending = progress == "waiting" || progress == "running"
        return [
            "pages": pages.enumerated().map { index, page in
                ["page": page.page, "looks": page.looks, "isFirst": index == 0] as [String: any Sendable]
            },
            "hasPages": !pages.isEmpty,
            "picturesState": pages.isEmpty || progress != "done" ? state(of: pictures, isPending, visit) : "",
            "unopened": pictures.map { $0.unopened > 0 ? visit.texts("unopened", ["count": "\($0.unopened)"]) : "" }
                ?? "",
            "mayOpenAgain": !isPending && version.state != .discarded && version.actions.contains(.discussReview),
        ]
    }

    private func state(of pictures: PicturesView?, _ isPending: Bool, _ visit: Visit) -> String {
        guard let pictures, pictures.state != "none" else { return visit.texts("pictures-none") }
        if isPending { return visit.texts(pictures.hasBrowser ? "pictures-waiting" : "pictures-no-browser") }
        return pictures.state == "failed" ? visit.texts("pictures-failed", ["reason": pictures.message]) : ""
    }

    /// A picture of a page: a PNG from the Center's own browser.
    func picture(_ visit: Visit) async throws -> Response {
        guard let page = visit.query("page"), let look = visit.query("look") else {
            throw InterfaceError(.notFound, visit.texts("nothing-here"))
        }
        let picture: FileContentsView = try await interface.get(
            "\(try route(visit))/pictures/contents?page=\(Self.encoded(page))&look=\(Self.encoded(look))", for: visit)
        return Self.image(picture.contents, "image/png")
    }
}
