import Foundation
import SignedJSON

extension Manifest {
    /// Reads `manifest.json`.
    ///
    /// A missing member that has a default gets it. A member of the wrong type is an error, for the developer to fix.
    /// Members that this version does not know are ignored and listed in ``unknownMembers``.
    ///
    /// - Throws: A ``PackageRefusal`` with the rule ``PackageRefusal/Rule/manifest``, whose subject is the invalid
    ///   member, such as `pages[2]` or `version.code`.
    public init(decoding data: Data) throws(PackageRefusal) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: data, numbers: .any)
        } catch {
            throw .init(
                .manifest, Manifest.path,
                "The manifest is not valid, unambiguous JSON. \(error.description(in: data))")
        }
        guard case .object(let members) = value else {
            throw .init(.manifest, Manifest.path, "The manifest must be a JSON object.")
        }
        let root = ManifestObject(members: members)
        var unknown = root.unknown(besides: [
            "app_id", "atoll_compat", "atoll_links", "atoll_media", "atoll_network", "atoll_search", "atoll_sector",
            "atoll_support",
            "atoll_tokens", "color_scheme", "description",
            "device_type", "dir", "icons", "lang", "name", "pages",
            "platform_version", "req_permissions", "short_name", "version", "widgets", "window",
        ])

        let idText = try root.string("app_id", length: 1...MiniAppID.maximumLength)
        guard let id = MiniAppID(idText), !id.isPreview else {
            throw .init(
                .manifest, "app_id",
                "\"\(idText)\" is not a valid id. Expected a reverse domain name in lower case, such as com.example.kudos."
            )
        }
        self.id = id
        name = try root.string("name", length: 1...100)
        shortName = try root.optionalString("short_name", length: 1...40)
        summary = try root.optionalString("description", length: 0...1_000)
        language = try root.optionalString("lang", length: 2...35)
        direction = try root.choice("dir") ?? .automatic
        colorScheme = try root.choice("color_scheme") ?? .automatic
        deviceTypes = try root.strings("device_type", count: 0...50, length: 1...50)

        let version = try root.object("version")
        unknown += version.unknown(besides: ["code", "name"])
        self.version = Version(
            code: try version.integer("code", range: Self.codes), name: try version.string("name", length: 1...50)
        )
        let platform = try root.object("platform_version")
        unknown += platform.unknown(besides: ["min_code", "target_code", "release_type"])
        self.platform = Platform(
            minimumCode: try platform.integer("min_code", range: Self.codes),
            targetCode: try platform.optionalInteger("target_code", range: Self.codes),
            releaseType: try platform.optionalString("release_type", length: 1...50)
        )

        pages = try root.strings("pages", count: 1...500, length: 1...255)
        for (index, page) in pages.enumerated() where pages[..<index].contains(page) {
            throw .init(.manifest, "pages[\(index)]", "The page \"\(page)\" is listed twice.")
        }
        icons = try root.objects("icons", count: 1...20).map { icon throws(PackageRefusal) in
            unknown += icon.unknown(besides: ["src", "sizes", "label"])
            return Icon(
                source: try icon.string("src", length: 1...255),
                sizes: try icon.optionalString("sizes", length: 1...100),
                label: try icon.optionalString("label", length: 0...200)
            )
        }
        permissions = try root.objects("req_permissions", count: 0...100).map { permission throws(PackageRefusal) in
            unknown += permission.unknown(besides: ["name", "reason", "atoll_optional"])
            return Permission(
                name: try permission.string("name", length: 1...100),
                reason: try permission.optionalString("reason", length: 0...500),
                isOptional: try permission.optionalBool("atoll_optional") ?? false
            )
        }
        for (index, permission) in permissions.enumerated()
        where permissions[..<index].contains(where: { $0.name == permission.name }) {
            throw .init(
                .manifest, "req_permissions[\(index)].name", "The permission \"\(permission.name)\" is listed twice.")
        }
        network = try ManifestOrigin.list("atoll_network", in: root, schemes: ["https", "wss"])
        media = try ManifestOrigin.list("atoll_media", in: root, schemes: ["https"])
        links = try ManifestOrigin.list("atoll_links", in: root, schemes: ["https"])
        let sector: Sector? = try root.choice("atoll_sector")
        self.sector = sector
        tokens = try root.objects("atoll_tokens", count: 0...5).map { token throws(PackageRefusal) in
            unknown += token.unknown(besides: ["audience", "scopes", "reason"])
            let audience = try token.string("audience", length: 1...300)
            guard audience == idText || ManifestOrigin(audience)?.scheme == "https" else {
                throw .init(
                    .manifest, token.place + "audience",
                    "Expected the origin of a back end, such as https://api.example.com, or \"\(idText)\".")
            }
            let scopes = try token.strings("scopes", count: 0...10, length: 1...100)
            // RFC 6749, section 3.3.
            let isSound = scopes.allSatisfy { scope in
                scope.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != 0x22 && $0 != 0x5c }
            }
            // The sector is part of the permission.
            guard isSound, Set(scopes).count == scopes.count, !scopes.contains(where: { $0.hasPrefix("sector:") })
            else {
                throw .init(
                    .manifest, token.place + "scopes", "Expected scopes without spaces and quotes, each once.")
            }
            return Token(
                audience: audience, scopes: scopes,
                reason: try token.string("reason", length: 1...500), sector: sector)
        }
        for (index, token) in tokens.enumerated()
        where tokens[..<index].contains(where: { $0.audience == token.audience }) {
            throw .init(
                .manifest, "atoll_tokens[\(index)].audience", "The audience \"\(token.audience)\" is listed twice.")
        }
        search = try root.optionalString("atoll_search", length: 1...255)
        support = try root.optionalString("atoll_support", length: 1...500)
        guard support.map(Self.isSupport) ?? true else {
            throw .init(
                .manifest, "atoll_support",
                "Expected where users get help, such as https://example.com/help or mailto:help@example.com.")
        }
        compatibility = try root.optionalObject("atoll_compat").map { object throws(PackageRefusal) in
            unknown += object.unknown(besides: Compatibility.members)
            return try Compatibility(object)
        }
        let minimumCode = self.platform.minimumCode
        widgets = try root.objects("widgets", count: 0...50).map { widget throws(PackageRefusal) in
            unknown += widget.unknown(besides: ["name", "path", "min_code", "atoll_size", "atoll_refresh"])
            return Widget(
                name: try widget.string("name", length: 1...100), path: try widget.string("path", length: 1...255),
                minimumCode: try widget.optionalInteger("min_code", range: Self.codes) ?? minimumCode,
                size: try widget.choice("atoll_size") ?? .medium,
                refreshAfter: try widget.optionalInteger("atoll_refresh", range: Widget.refreshTimes)
            )
        }
        if let window = try root.optionalObject("window") {
            unknown += window.unknown(besides: Window.members)
            self.window = try Window(window)
        } else {
            window = Window()
        }
        unknownMembers = unknown
    }

    /// The range of version codes.
    static let codes = 1...Int(Int32.max)
}

extension Manifest.Window {
    static let members: Set<ExactString> = [
        "auto_design_width", "background_color", "background_text_style", "design_width", "enable_pull_down_refresh",
        "fullscreen", "navigation_bar_background_color", "navigation_bar_text_style", "navigation_bar_title_text",
        "navigation_style", "on_reach_bottom_distance", "orientation",
    ]

    init(_ window: ManifestObject) throws(PackageRefusal) {
        let pixels = 0...100_000
        self.init()
        hasAutomaticDesignWidth = try window.optionalBool("auto_design_width") ?? hasAutomaticDesignWidth
        backgroundColor = try window.optionalColor("background_color") ?? backgroundColor
        backgroundTextStyle = try window.choice("background_text_style") ?? backgroundTextStyle
        designWidth = try window.optionalInteger("design_width", range: pixels) ?? designWidth
        refreshesByPulling = try window.optionalBool("enable_pull_down_refresh") ?? refreshesByPulling
        isFullScreen = try window.optionalBool("fullscreen") ?? isFullScreen
        barColor = try window.optionalColor("navigation_bar_background_color") ?? barColor
        barTextStyle = try window.choice("navigation_bar_text_style") ?? barTextStyle
        barTitle = try window.optionalString("navigation_bar_title_text", length: 0...100)
        navigationStyle = try window.choice("navigation_style") ?? navigationStyle
        bottomDistance = try window.optionalInteger("on_reach_bottom_distance", range: pixels) ?? bottomDistance
        orientation = try window.choice("orientation") ?? orientation
    }
}
