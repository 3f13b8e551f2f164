import AtollLinks
import AtollNavigation
import Foundation
import Testing

@Suite("The files that associate a website with an app")
struct AssociationTests {
    @Test("The files that associate a website with an app are generated from the routes")
    func association() throws {
        let router = LinkRouter<Screen> {
            Route(Screen.dash => .products) { PathSegment("Products") }
            Route(Screen.dash => .products => .product(.any)) {
                PathSegment("Products")
                QueryItem("id", Screen.product)
            }
            Route(Screen.dash => .mini(.any)) {
                PathSegment("miniapp")
                PathSegment(Screen.mini)
                RemainingPath()
            }
        }
        let apple = try JSONSerialization.jsonObject(with: router.appleAppSiteAssociation(appIDs: ["T.app"]))
        let details = try #require(
            ((apple as? [String: [String: Any]])?["applinks"]?["details"] as? [[String: Any]])?.first)
        #expect(details["appIDs"] as? [String] == ["T.app"])
        let components = try #require(details["components"] as? [[String: Any]])
        #expect(components.map { $0["/"] as? String } == ["/Products", "/Products", "/miniapp/**"])
        #expect(components[1]["?"] as? [String: String] == ["id": "?*"])
        let android = try JSONSerialization.jsonObject(
            with: router.assetLinks(apps: ["com.example.lagoon": ["14:6D"]])
        )
        let statement = try #require((android as? [[String: Any]])?.first)
        #expect((statement["target"] as? [String: Any])?["package_name"] as? String == "com.example.lagoon")
        #expect(statement["relation"] as? [String] == ["delegate_permission/common.handle_all_urls"])
    }
}
