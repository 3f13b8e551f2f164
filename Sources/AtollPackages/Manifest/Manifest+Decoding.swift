import Foundation

extension Manifest {
    /// Reads `manifest.json`.
    ///
    /// Members that this version does not know are passed over.
    ///
    /// - Throws: A ``PackageRefusal`` of the rule ``PackageRefusal/Rule/manifest`` whose subject is the member that is
    ///   wrong, such as `pages[2]` or `version.code`.
    public init(decoding data: Data) throws(PackageRefusal) {
        let object: Any
        do {
            object = try JSONSerialization.jsonObject(with: data)
        } catch {
            throw .init(.manifest, Manifest.path, "The manifest is not JSON.")
        }
        guard let members = object as? [String: Any] else {
            throw .init(.manifest, Manifest.path, "The manifest must be a JSON object.")
        }
        let root = ManifestObject(members: members)

        let idText = try root.string("app_id", length: 1...MiniAppID.maximumLength)
        guard let id = MiniAppID(idText) else {
            throw .init(
                .manifest, "app_id",
                "\"\(idText)\" is no id: a reversed domain name in lower case is needed, such as com.example.kudos."
            )
        }
        self.id = id
        name = try root.string("name", length: 1...100)
        shortName = try root.optionalString("short_name", length: 1...40)
        summary = try root.optionalString("description", length: 0...1_000)
        language = try root.optionalString("lang", length: 2...35)
        direction = try root.choice("dir") ?? .automatic
        colorScheme = try root.choice("color_scheme") ?? .automatic

        let version = try root.object("version")
        self.version = Version(
            code: try version.integer("code", range: 1...Int(Int32.max)),
            name: try version.string("name", length: 1...50)
        )
        let platform = try root.object("platform_version")
        self.platform = Platform(
            minimumCode: try platform.integer("min_code", range: 1...Int(Int32.max)),
            targetCode: try platform.optionalInteger("target_code", range: 1...Int(Int32.max))
        )

        pages = try root.strings("pages", count: 1...500, length: 1...255)
        for (index, page) in pages.enumerated() where pages[..<index].contains(page) {
            throw .init(.manifest, "pages[\(index)]", "The page \"\(page)\" is listed twice.")
        }
        icons = try root.objects("icons", count: 0...20).map { icon throws(PackageRefusal) in
            Icon(
                source: try icon.string("src", length: 1...255),
                sizes: try icon.optionalString("sizes", length: 1...100),
                label: try icon.optionalString("label", length: 0...200)
            )
        }
        permissions = try root.objects("req_permissions", count: 0...100).map { permission throws(PackageRefusal) in
            Permission(
                name: try permission.string("name", length: 1...100),
                reason: try permission.optionalString("reason", length: 0...500)
            )
        }
    }
}
