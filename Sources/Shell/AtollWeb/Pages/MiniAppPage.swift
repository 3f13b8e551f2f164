import AtollCatalog
import AtollLinks
import AtollNavigation
import AtollPackages
import AtollPages
import AtollRuntime
import AtollTexts
import Foundation
import Hummingbird

/// The page that shows a mini app in its frame.
///
/// The URL names the mini app's page, so that a reload, a bookmark or a shared link leads to it.
struct MiniAppPage: Sendable {
    let center: CenterAccess
    let addresses: ShellAddresses
    let tickets: LaunchTickets
    let renderer: PageRenderer
    /// The values that are passed to the mini app with the port, without the theme and the time zone, which the browser
    /// knows.
    let info: HostInfo
    let workers: MiniAppWorkers
    let windows: WindowNames
    let preferences: PreferenceStore
    let sessions: SessionStore
    /// The URL of the page on which users see what mini apps may do; nil if the app has none.
    let permissions: String?

    private struct Preview: Encodable, Sendable {
        let words: String
        let version: String
    }

    private struct Body: Encodable, Sendable {
        let frame: PageFrame
        let id: String
        let name: String
        let origin: String
        let source: String
        let base: String
        let close: String
        let sandbox: String
        let publisher: String
        let permissions: String
        let version: String?
        let links: String?
        let permissionsPage: String?
        let news: String?
        let preview: Preview?
        let info: String
        let texts: String?
        let windowName: String?
        let icon: String?
        let monogram: String
        let about: String?
        let isFavourite: Bool
    }

    func page<F: Fragment>(
        _ context: PageContext<F>, of id: MiniAppID, details: (MiniAppID) -> F
    ) async throws -> Page {
        guard let asking = context.user, let session = SHA256Hash(hex: asking.session) else {
            throw ShellError.signedOut
        }
        let user = User(asking)
        let opened = await sessions.session(session)
        let listing: MiniAppListing
        let loaded: LoadedMiniApp
        do throws(CatalogError) {
            listing = try await center.listing(of: id, for: user)
            loaded = try await center.load(listing, for: user)
        } catch {
            throw ShellError.catalog(error)
        }
        let miniApp = loaded.miniApp
        let address = try MiniAppPlace.address(context.link, in: miniApp)
        // Unpublished mini apps are never cached, and their texts are as new as their files.
        let isPreview = center.configuration.stage.isPreview
        let pass =
            isPreview || id.isPreview
            ? nil
            : LaunchTickets.Pass(
                text: try await workers.pass(of: user.id, for: miniApp),
                isFirst: opened?.launch(of: id, .pages)?.fileList != miniApp.digest)
        // A browser that has opened this version before has its texts.
        let texts = pass?.isFirst ?? false ? try info.texts(of: miniApp, language: context.language) : nil
        let ticket = await tickets.issue(
            .init(
                session: session, miniApp: id, fileList: miniApp.digest, address: address,
                announced: id.isPreview ? nil : listing.version.code, pass: pass, hasTexts: texts != nil,
                isCarried: opened?.isCarried ?? false)
        )
        let origin = addresses.origin(of: id)
        let icon = listing.icon.flatMap { MediaType.isImage($0.path) ? $0 : nil }
        var page = Page(
            listing.name,
            renderer.templates.render(
                "mini-app",
                Body(
                    frame: renderer.frame(title: listing.name, user: user), id: id.rawValue,
                    name: listing.name, origin: origin,
                    source: origin + LaunchTickets.address(address, with: ticket, pass),
                    base: "/\(DeepLink.miniAppComponent)/\(id)", close: (context.dismissal ?? "/") + "#\(id)",
                    sandbox: ContentSecurityPolicy.sandbox(isWebApp: miniApp.manifest.compatibility != nil),
                    publisher: loaded.statement.publisher.rawValue,
                    permissions: permissions ?? "/",
                    version: isPreview ? nil : Session.Launch.versionName(of: miniApp.digest),
                    // The links of a preview have not been reviewed.
                    links: miniApp.manifest.links.isEmpty || id.isPreview
                        ? nil : miniApp.manifest.links.joined(separator: " "),
                    permissionsPage: permissions, news: Self.news(of: loaded),
                    preview: try await preview(id, of: user, in: context.timeZone),
                    info: info.json(for: miniApp, language: context.language),
                    texts: texts,
                    windowName: try await windows.name(of: miniApp, for: user, language: context.language),
                    icon: icon.map { HubIcons.address(of: id, $0) },
                    monogram: listing.name.prefix(1).uppercased(),
                    about: id.isPreview ? nil : context.address(leavingFor: details(id)),
                    isFavourite: await preferences.preferences(of: user.id).hub.isFavourite(id)
                )
            )
        )
        page.hasBar = false
        page.hasTabs = false
        page.frame = origin
        page.isKept = !id.isPreview
        page.scripts = [PublicFiles.miniAppPage]
        page.stylesheets = [PublicFiles.miniAppStyles]
        page.style = "page-mini-app"
        return page
    }

    /// The banner above a preview for as long as it is open; nil for a released version.
    private func preview(_ id: MiniAppID, of user: User, in timeZone: String?) async throws -> Preview? {
        guard id.isPreview else { return nil }
        let found: OpenPreviews.Preview
        do throws(CatalogError) { found = try await center.preview(id, of: user) } catch {
            throw ShellError.catalog(error)
        }
        let until = TextDate.text(found.expires, "MMMMdHHmm", in: timeZone.flatMap(TimeZone.init(identifier:)) ?? .gmt)
        // The version name, which the publisher has chosen, is shown apart from the host's text.
        return Preview(
            words: localized("Preview. It may not have been reviewed. The link works until \(until)."),
            version: found.listing.version.name)
    }

    /// The notice about the version that opens, or nil if there is nothing to report.
    static func news(of loaded: LoadedMiniApp) -> String? {
        let name = loaded.miniApp.manifest.version.name
        switch loaded.notice {
        case .updated: return localized("Updated to version \(name).")
        case .setAside(let newer): return localized("Version \(newer.name) did not start. Version \(name) is running.")
        case nil: return loaded.isOffline ? localized("You are offline. This is the stored version.") : nil
        }
    }
}
