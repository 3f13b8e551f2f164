import AtollLinks
import Hummingbird

/// `GET /open?url=…`: redirects to the page that a URL of any form leads to.
struct OpenPage: ShellRoutes {
    let site: WebSite
    let addresses: LinkAddresses

    func add(to router: Router<ShellContext>) {
        router.get("open") { request, _ -> Response in
            let urls = request.uri.queryParameters.getAll("url")
            guard let url = urls.first, urls.count == 1 else {
                throw ShellError.badAddress("Name one URL to open: /open?url=…")
            }
            return try await site.open(url, addresses)
        }
    }
}
