// swift-tools-version: 6.2

import PackageDescription

/// With ATOLL_STRICT, as make builds, a warning in a target of ours is an error. Without it, warnings of a later compiler don't stop a build.
let strict: [SwiftSetting] = Context.environment["ATOLL_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// Other packages, and which of their products we use.
let packages: [(url: String, from: Version, products: [String])] = [
    ("https://github.com/apple/swift-argument-parser", "1.8.0", ["ArgumentParser"]),
    ("https://github.com/apple/swift-crypto", "4.5.0", ["Crypto", "CryptoExtras"]),
    ("https://github.com/apple/swift-log", "1.16.0", ["Logging"]),
    ("https://github.com/apple/swift-metrics", "2.13.0", ["CoreMetrics"]),
    ("https://github.com/apple/swift-nio", "2.101.0", ["NIOConcurrencyHelpers", "NIOCore", "NIOEmbedded", "NIOPosix"]),
    ("https://github.com/apple/swift-nio-extras", "1.35.0", ["NIOHTTPTypes"]),
    ("https://github.com/groue/GRDB.swift", "7.10.0", ["GRDB"]),
    ("https://github.com/hummingbird-project/hummingbird", "2.28.0", ["Hummingbird", "HummingbirdCore"]),
    ("https://github.com/hummingbird-project/swift-mustache", "2.1.0", ["Mustache"]),
    ("https://github.com/swift-server/swift-service-lifecycle", "2.13.0", ["ServiceLifecycle"]),
    ("https://github.com/swiftlang/swift-docc-plugin", "1.5.0", []),
    ("https://github.com/vapor/jwt-kit", "5.7.0", ["JWTKit"]),
]

// MARK: Targets are named after their folders

/// - Parameter hasViews: Whether it imports SwiftUI, for which `AppleStandIn` is compiled on Linux.
func module(
    _ folder: String, _ needs: String..., also: [String] = [], isProgram: Bool = false, excluding: [String] = [],
    files: String = "", hasViews: Bool = false
) -> Target {
    let name = lastComponent(of: folder)
    let target: Target =
        name.hasSuffix("Tests")
        ? .testTarget(name: name) : isProgram ? .executableTarget(name: name) : .target(name: name)
    target.path = path(of: folder)
    target.dependencies = (needs.flatMap(words) + also + (hasViews ? viewsNeed : [])).map(dependency)
    target.exclude = excluding
    target.resources = words(files).map { .copy($0) }
    target.swiftSettings = hasViews ? views : strict
    return target
}

func library(_ folder: String, pkgConfig: String? = nil, _ providers: SystemPackageProvider...) -> Target {
    .systemLibrary(name: lastComponent(of: folder), path: path(of: folder), pkgConfig: pkgConfig, providers: providers)
}

func path(of folder: String) -> String {
    folder.hasPrefix("Tests/") || folder.hasPrefix("Examples/") ? folder : "Sources/" + folder
}
/// Several names in one text.
func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
func lastComponent(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

/// A module of ours, or a product of another package. Apple's systems have what libcurl and libqrencode are for.
func dependency(_ name: String) -> Target.Dependency {
    if let package = packages.first(where: { $0.products.contains(name) }) {
        return .product(name: name, package: lastComponent(of: package.url))
    }
    return .target(
        name: name, condition: ["CAtollCurl", "CAtollQREncode"].contains(name) ? .when(platforms: [.linux]) : nil)
}

/// A feature of the sample, below both of its faces, and its pages and views in modules beside it. It imports no other feature.
func feature(
    _ name: String, _ needs: String..., pages: String = "AtollNavigation AtollLinks", files: String = "Templates",
    views: String = ""
) -> [Target] {
    let (name, folder) = ("Lagoon\(name)", "Examples/Lagoon/Sources/Lagoon\(name)")
    return [
        module(folder, "AtollNavigation AtollLinks AtollTexts", also: needs, files: "Texts"),
        module(folder + "Web", name, "AtollPages AtollTexts", pages, files: files),
        module(folder + "UI", name, "AtollUI AtollNavigation", views, hasViews: true),
    ]
}

/// The modules that an app with mini apps imports.
let appModules = words("AtollCatalog AtollHome AtollHub AtollLinks AtollNavigation AtollPackages AtollRuntime")
let server = words("Crypto Hummingbird Logging NIOConcurrencyHelpers NIOCore ServiceLifecycle")
/// The modules that AtollCenter is made of.
let partsOfCenter = words("API Answers Domain SignIn SQLite").map { "AtollCenter" + $0 }
/// The modules of all features of the sample: their own, or those of one face.
func lagoon(_ face: String = "") -> [String] {
    words("Gatekeeper Today Hub Products Profile").map { "Lagoon\($0)\(face)" }
}

// MARK: What depends on the system

#if os(Linux)
/// A small SwiftUI for Linux, so that views are type-checked and tested here. Only views import it, and no product includes it.
let swiftUI = [module("App/AppleStandIn")]
let viewsNeed: [String] = ["AppleStandIn"]
let views: [SwiftSetting] = strict + [.unsafeFlags(["-module-alias", "SwiftUI=AppleStandIn"])]
let viewProducts: [String] = []
let otherViewTests = ["Apple"]
let lagoonViewTests = [
    module(
        "Examples/Lagoon/Tests/LagoonUITests", "LagoonUI LagoonScreens LagoonProducts AtollUI AtollTestSupport Lagoon",
        also: appModules + server, hasViews: true)
]
let hasPostgres = true
#else
let swiftUI: [Target] = []
let viewsNeed: [String] = []
let views = strict
/// An iOS app: all that it needs with one import, or the views alone; previews, for the app of testers; the sample's Xcode project.
let viewProducts = ["Atoll", "AtollUI", "AtollSandbox", "LagoonUI"]
let otherViewTests = ["Headless"]
let lagoonViewTests: [Target] = []
/// libpq does not come with macOS. With `brew install libpq` and ATOLL_POSTGRES=1, what needs it is built there too.
let hasPostgres = Context.environment["ATOLL_POSTGRES"] != nil
#endif
/// The Center's back end for several processes.
let postgres =
    hasPostgres
    ? [
        library("Foundations/CAtollPostgres", pkgConfig: "libpq", .apt(["libpq-dev"]), .brew(["libpq"])),
        module("Foundations/AtollPostgres", "CAtollPostgres PrintableText SQLStatements"),
        module(
            "Center/AtollCenterPostgres", "AtollCenter AtollCenterDomain AtollCenterSQLite AtollTrust AtollPackages",
            "BoundedHTTP BoundedServer DurableFiles ObjectStorage AtollPostgres SQLStatements SignedJSON TUF",
            also: server),
        module("Tests/AtollPostgresTests", "AtollPostgres SQLStatements AtollTestSupport"),
    ] : []
let needsPostgres = hasPostgres ? ["AtollCenterPostgres", "AtollPostgres"] : []

// MARK: The layers, from the ground up

/// They know nothing of mini apps.
let foundations = [
    library("Foundations/CAtollZlib", .apt(["zlib1g-dev"]), .brew(["zlib"])),
    library("Foundations/CAtollCurl", .apt(["libcurl4-openssl-dev"])),
    library("Foundations/CAtollQREncode", .apt(["libqrencode-dev"])),
    module("Foundations/QRCodes", "CAtollQREncode"),
    module("Foundations/AtollChromium", "DurableFiles"),
    module("Foundations/BoundedHTTP", "CAtollCurl"),
    module("Foundations/ObjectStorage", "BoundedHTTP DurableFiles PrintableText Crypto"),
    module("Foundations/AtollPrometheus", "CoreMetrics NIOConcurrencyHelpers"),
    module("Foundations/AtollCredentials", "AtollRateLimiting Crypto CryptoExtras"),
    module("Foundations/SignedJSON", "ForeignText Crypto CryptoExtras"),
    module(
        "Foundations/BoundedServer", "CAtollZlib ForeignText PrintableText RequestParsing HummingbirdCore",
        "NIOHTTPTypes NIOPosix", also: server),
]
let leaves =
    words("AtollTexts DurableFiles ForeignText AtollRateLimiting SQLStatements").map { module("Foundations/\($0)") }
    + words("AtollMarkup PrintableText RequestParsing").map { module("Foundations/\($0)", "ForeignText") }
/// The form of mini apps, and the signatures that vouch for them.
let trust = [
    module("Trust/AtollPackages", "CAtollZlib DurableFiles ForeignText PrintableText SignedJSON Crypto"),
    module("Trust/TUF", "BoundedHTTP DurableFiles PrintableText SignedJSON Crypto"),
    module("Trust/AtollTrust", "AtollPackages DurableFiles PrintableText SignedJSON TUF"),
]
/// From a Center to a mini app that runs.
let device = [
    module("Device/AtollCatalog", "AtollPackages TUF SignedJSON BoundedHTTP DurableFiles PrintableText"),
    module(
        "Device/AtollRuntime", "AtollPackages AtollTexts ForeignText AtollMarkup SignedJSON DurableFiles",
        "PrintableText AtollRateLimiting", files: "HostFiles Texts"),
]
/// The parts of a super app, and its two faces.
let app = [
    module("App/AtollNavigation"),
    module("App/AtollLinks", "AtollNavigation ForeignText"),
    module("App/AtollHome"),
    module("App/AtollHub", "AtollCatalog AtollLinks AtollNavigation AtollPackages"),
    module("App/AtollPages", "AtollNavigation AtollLinks AtollHome AtollTexts Mustache", files: "Templates Texts"),
    module("App/AtollUI", "AtollTexts SignedJSON", also: appModules, files: "Texts", hasViews: true),
    module(
        "App/AtollSandbox", "AtollCatalog AtollPackages AtollRuntime AtollTexts AtollUI", files: "Texts",
        hasViews: true),
    module("App/Atoll", "AtollUI", also: appModules, hasViews: true),
]
/// Reviews and delivers mini apps.
let center = [
    module("Center/AtollReview", "AtollPackages ForeignText AtollMarkup PrintableText SignedJSON", files: "Data"),
    module("Center/AtollRendering", "AtollPackages AtollReview AtollRuntime AtollChromium", files: "Scripts"),
    module("Center/AtollCenterAPI", "AtollPackages"),
    module(
        "Center/AtollCenterDomain", "AtollCenterAPI AtollPackages AtollReview AtollCredentials AtollRateLimiting",
        "PrintableText RequestParsing SQLStatements SignedJSON TUF Crypto Logging NIOConcurrencyHelpers"),
    module("Center/AtollCenterSQLite", "AtollCenterDomain AtollPackages SQLStatements GRDB NIOConcurrencyHelpers"),
    module(
        "Center/AtollCenterAnswers", "AtollCenterDomain AtollCenterAPI AtollPackages AtollReview AtollCredentials",
        "SignedJSON NIOHTTPTypes"),
    module(
        "Center/AtollCenterSignIn", "AtollCenterAnswers AtollCenterDomain AtollCenterAPI AtollCredentials",
        "AtollPackages BoundedHTTP PrintableText SQLStatements SignedJSON Crypto JWTKit Logging",
        "NIOConcurrencyHelpers"),
    module(
        "Center/AtollCenter", "AtollTrust AtollPackages AtollReview TUF SignedJSON DurableFiles BoundedHTTP",
        "BoundedServer PrintableText AtollCredentials ObjectStorage AtollPrometheus AtollRateLimiting RequestParsing",
        "SQLStatements CoreMetrics GRDB HummingbirdCore", also: server + partsOfCenter),
    module(
        "Center/AtollConsole", "AtollCenter AtollCenterSignIn AtollCenterDomain AtollCenterAPI AtollPackages",
        "AtollPages AtollTexts BoundedServer ForeignText QRCodes RequestParsing Hummingbird", files: "Resources"),
    module("Center/AtollPublishing", "AtollCenterAPI AtollPackages SignedJSON BoundedHTTP"),
]
/// The server of a super app on the web.
let shell = [
    module(
        "Shell/AtollWeb", "BoundedHTTP AtollPackages AtollCatalog AtollRuntime AtollHub AtollNavigation AtollLinks",
        "AtollPages AtollTexts DurableFiles BoundedServer AtollCredentials ForeignText PrintableText",
        "AtollRateLimiting RequestParsing SignedJSON JWTKit", also: server, files: "Resources")
]
/// The commands.
let tools = [
    module(
        "Tools/AtollDevelopment", "AtollPackages AtollCatalog AtollHub AtollRuntime AtollReview AtollWeb BoundedServer",
        "AtollChromium DurableFiles ForeignText PrintableText SignedJSON TUF", also: server, files: "Resources"),
    module("Tools/AtollTerminal", "AtollPackages PrintableText SignedJSON ArgumentParser"),
    module(
        "Tools/AtollCommand", "AtollCenterAPI AtollDevelopment AtollTerminal AtollTrust AtollPackages AtollPublishing",
        "AtollReview AtollRendering AtollRuntime AtollCatalog AtollChromium TUF SignedJSON DurableFiles BoundedServer",
        "BoundedHTTP AtollMarkup PrintableText QRCodes ArgumentParser", also: server, isProgram: true,
        files: "Templates"),
    module(
        "Tools/AtollCenterCommand", "AtollCenter AtollCenterSignIn AtollCenterDomain AtollConsole AtollRendering",
        "AtollTerminal AtollTrust AtollPackages AtollChromium SignedJSON DurableFiles BoundedHTTP BoundedServer",
        "ObjectStorage PrintableText ArgumentParser", also: server + needsPostgres, isProgram: true),
    module("Tools/TUFClientCommand", "TUF ArgumentParser", isProgram: true),
]
/// Two iOS apps, the super app Lagoon, and the back ends of its mini apps.
let samples =
    [
        module("Examples/Harbour", "Atoll", isProgram: true, hasViews: true),
        module("Examples/Shop", "Atoll", isProgram: true, hasViews: true),
        module("Examples/Lagoon/Sources/LagoonScreens", "AtollNavigation AtollLinks", also: lagoon()),
        module(
            "Examples/Lagoon/Sources/LagoonUI", "BoundedHTTP LagoonScreens AtollUI AtollHub AtollCatalog AtollRuntime",
            "AtollPackages AtollNavigation AtollLinks AtollTexts", also: lagoon() + lagoon("UI"), files: "Texts",
            hasViews: true),
        module(
            "Examples/Lagoon/Sources/Lagoon", "LagoonScreens AtollTrust AtollPackages AtollPublishing AtollRendering",
            "AtollCatalog AtollCenter AtollCenterSignIn AtollCenterDomain AtollCenterAPI AtollConsole AtollNavigation",
            "AtollHome AtollTexts AtollChromium AtollLinks AtollPages AtollRuntime AtollWeb TUF SignedJSON",
            "DurableFiles AtollCredentials BoundedServer MiniAppBackEnd KudosBackEnd ExpensesBackEnd",
            also: server + lagoon() + lagoon("Web"), files: "Templates Texts"),
        module(
            "Examples/Lagoon/Sources/LagoonCommand", "Lagoon LagoonScreens LagoonToday AtollCatalog AtollHome",
            "AtollHub AtollLinks AtollNavigation AtollPackages AtollPages AtollWeb BoundedServer AtollChromium",
            "DurableFiles ArgumentParser Logging", isProgram: true),
        module(
            "Examples/Backends/common/Sources/MiniAppBackEnd", "BoundedHTTP BoundedServer SignedJSON JWTKit",
            also: server),
        module(
            "Examples/Backends/kudos/Sources/KudosCommand", "KudosBackEnd MiniAppBackEnd BoundedServer ArgumentParser",
            "Logging ServiceLifecycle", isProgram: true),
    ]
    + ["kudos/Sources/KudosBackEnd", "expenses/Sources/ExpensesBackEnd"].map {
        module(
            "Examples/Backends/\($0)", "MiniAppBackEnd BoundedServer AtollRateLimiting SignedJSON GRDB", also: server)
    }
let features =
    feature("Gatekeeper") + feature("Products")
    + feature("Profile", views: "AtollCatalog AtollRuntime AtollPackages")
    + feature("Today", "AtollHome", pages: "AtollHome", views: "AtollHome")
    + feature("Hub", "AtollHub", "AtollPackages", pages: "", files: "", views: "AtollHub AtollRuntime AtollPackages")
let allTests = [
    module(
        "Tests/AtollTestSupport", "AtollTrust AtollPackages AtollPublishing AtollCatalog AtollCenter AtollCenterSignIn",
        "AtollCenterDomain BoundedHTTP DurableFiles ObjectStorage TUF SignedJSON JWTKit", also: server + needsPostgres),
    module("Tests/AtollDevelopmentTests", "AtollDevelopment AtollPackages AtollRuntime AtollTestSupport"),
    module(
        "Tests/TextCostTests", "AtollLinks AtollPackages AtollReview AtollRuntime AtollTestSupport AtollTexts",
        "ForeignText AtollMarkup PrintableText RequestParsing SignedJSON"),
    module("Tests/AtollReviewTests", "AtollReview AtollPackages AtollTestSupport"),
    module("Tests/AtollRenderingTests", "AtollRendering AtollReview AtollPackages AtollTestSupport AtollChromium"),
    module("Tests/AtollCredentialsTests", "AtollCredentials AtollRateLimiting AtollTestSupport Crypto"),
    module(
        "Tests/AtollSandboxTests", "AtollSandbox AtollCenter AtollCenterSignIn AtollCenterDomain AtollCenterAPI",
        "AtollTestSupport AtollUI", also: appModules, hasViews: true),
    module("Tests/ObjectStorageTests", "ObjectStorage AtollTestSupport BoundedHTTP Crypto"),
    module("Tests/AtollPrometheusTests", "AtollPrometheus CoreMetrics"),
    module("Tests/BoundedServerTests", "BoundedServer AtollTestSupport NIOEmbedded NIOPosix", also: server),
    module("Tests/SignedJSONTests", "SignedJSON Crypto CryptoExtras"),
    module("Tests/TUFTests", "TUF SignedJSON Crypto"),
    module(
        "Tests/AtollCenterTests", "AtollCenter AtollTrust AtollTestSupport AtollPackages AtollPublishing AtollReview",
        "AtollCredentials DurableFiles AtollRateLimiting SQLStatements TUF SignedJSON JWTKit",
        also: server + partsOfCenter + needsPostgres, excluding: ["Permissions/permissions.md"]),
    module(
        "Tests/AtollCatalogTests", "AtollCenter AtollTrust AtollPublishing AtollTestSupport BoundedHTTP PrintableText",
        "TUF SignedJSON DurableFiles Logging", also: appModules + partsOfCenter),
    module("Tests/AtollLinksTests", "AtollLinks AtollNavigation"),
    module("Tests/AtollPagesTests", "AtollPages AtollLinks AtollNavigation"),
    // The examples of the documentation.
    module("Tests/AtollUIExampleTests", "AtollUI", also: appModules, hasViews: true),
    module(
        "Tests/AtollUITests", "AtollUI AtollTestSupport AtollTexts Harbour Shop", also: appModules,
        excluding: otherViewTests + ["Shared/AppleFacts.txt"], hasViews: true),
    module(
        "Tests/AtollWebTests", "AtollWeb AtollPages AtollTexts AtollTestSupport AtollCenter BoundedServer SignedJSON",
        "AtollCredentials JWTKit Mustache NIOEmbedded", also: appModules + partsOfCenter + server),
    module("Examples/Backends/common/Tests/MiniAppBackEndTests", "MiniAppBackEnd JWTKit"),
    module("Examples/Backends/expenses/Tests/ExpensesBackEndTests", "ExpensesBackEnd"),
    module(
        "Examples/Lagoon/Tests/LagoonTests", "Lagoon LagoonCommand LagoonScreens AtollPages AtollWeb AtollTestSupport",
        also: appModules + server + lagoon() + lagoon("Web")),
]
let smallTests =
    words("AtollTexts ForeignText PrintableText QRCodes").map { module("Tests/\($0)Tests", $0) }
    + words("AtollHome AtollHub AtollNavigation AtollPackages AtollRuntime BoundedHTTP RequestParsing")
    .map { module("Tests/\($0)Tests", $0, "AtollTestSupport") }

let package = Package(
    name: "atoll",
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [
        // An app that wants only its navigation, its links, its home screen or its texts from here.
        "AtollNavigation", "AtollLinks", "AtollHome", "AtollTexts",
        // An app that hosts mini apps in its own views.
        "AtollHub", "AtollCatalog", "AtollRuntime", "AtollPackages",
        // The server of a super app on the web: its pages, its shell, and the passwords of its accounts.
        "AtollPages", "AtollWeb", "AtollCredentials",
        // A server that has a Center in its own process, as Lagoon's does: the Center, its pages, its checks, its pictures.
        "AtollCenter", "AtollConsole", "AtollReview", "AtollRendering", "AtollTrust",
        // A publisher's own tools, which sign versions and upload them.
        "AtollPublishing",
        // Programs that need The Update Framework, or strict JSON with signatures, and nothing of Atoll.
        "SignedJSON", "TUF",
    ].map { .library(name: $0, targets: [$0]) } + viewProducts.map { .library(name: $0, targets: [$0]) }
        + [
            // The sample's server, the command, a Center, a client for TUF's conformance suite, and a sample's back end.
            ("lagoon", "LagoonCommand"), ("atoll", "AtollCommand"), ("atoll-center", "AtollCenterCommand"),
            ("tuf-client", "TUFClientCommand"), ("kudos-back-end", "KudosCommand"),
        ].map { .executable(name: $0, targets: [$1]) },
    dependencies: packages.map { .package(url: $0.url, from: $0.from) },
    targets: leaves + foundations + trust + device + swiftUI + app + center + postgres + shell + tools + samples
        + features + allTests + smallTests + lagoonViewTests
)
