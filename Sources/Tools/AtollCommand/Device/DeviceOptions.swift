import ArgumentParser
import AtollCatalog
import AtollPackages
import AtollTerminal
import Foundation

/// The options with which a command acts as a device of a super app, against any Center.
struct DeviceOptions: ParsableArguments {
    @OptionGroup
    var center: CenterOption

    @Option(name: .customLong("super-app"), help: "The super app's id.")
    var superApp: String

    @Option(name: .customLong("super-app-version"), help: "The super app's version.")
    var version = "1.0"

    @Option(help: "The version of the mini app platform that the super app offers.")
    var platform = HostIdentity.offeredPlatform

    @Option(help: "The file root.json, which authenticates the Center's repository.")
    var root: String

    @Option(
        name: .customLong("group"), help: "A group that the device is in, which may get releases first; repeatable.")
    var groups: [String] = []

    @OptionGroup
    var folder: CacheFolder

    @Option(help: "A file with the signed-in user's token. Default: the token in $ATOLL_TOKEN.")
    var token: String?

    /// The user's token, or nil. Without a token, the Center does not know the user.
    private func userToken() throws -> String? {
        let text =
            try token.map { try String(contentsOfFile: $0, encoding: .utf8) }
            ?? ProcessInfo.processInfo.environment["ATOLL_TOKEN"]
        let trimmed = text?.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed?.isEmpty == true ? nil : trimmed
    }

    /// Explains the error of a request that the Center refused because it does not know the user.
    ///
    /// - Returns: The error itself, if there was a token.
    func explained(_ error: CatalogError) throws -> any Error {
        guard case .unauthorized = error, try userToken() == nil else { return error }
        return Failure(
            "The Center answers only to users of \(superApp): pass a user's token with --token or in ATOLL_TOKEN.")
    }

    func catalog(
        policy: LoadPolicy = .current, limits: CacheLimits = CacheLimits(),
        transport: any CatalogTransport = HTTPCatalogTransport()
    ) throws -> MiniAppCatalog {
        var configuration = CatalogConfiguration(
            center: try center.url(), host: HostIdentity(superApp: superApp, version: version, platform: platform),
            trustAnchor: TrustAnchor(root: try Data(contentsOf: URL(filePath: root))))
        configuration.cacheLimits = limits
        configuration.policy = policy
        configuration.groups = Set(groups)
        let token = try userToken()
        // Commands that look at releases are not users, so they report no usage.
        configuration.reportsUsage = false
        return try MiniAppCatalog(configuration, directory: folder.url, transport: transport) { token }
    }
}

/// Parses an argument that is a mini app's id.
func miniAppID(_ text: String) throws -> MiniAppID {
    guard let id = MiniAppID(text) else {
        throw Failure("\"\(text)\" is not a valid mini app id. Expected one such as com.example.kudos.")
    }
    return id
}
