// swift-tools-version: 6.2

import PackageDescription

/// With ATOLL_STRICT, as make builds, a warning in a target of ours is an error. Without it, as a dependency, it is not: the warnings of a later
/// compiler are no reason not to build.
let strict: [SwiftSetting] = Context.environment["ATOLL_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let coreMetrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let jwtKit = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// A feature of the sample, below both of its faces, with the texts of both: what it may import is here, and no other feature is.
func feature(_ name: String, also others: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: ["AtollNavigation", "AtollLinks", "AtollTexts"] + others,
        path: "Examples/Lagoon/Sources/\(name)", resources: [.copy("Texts")], swiftSettings: strict
    )
}

/// A feature's pages, in a module beside it.
func featurePages(_ feature: String, also others: [Target.Dependency] = [], hasTemplates: Bool = true) -> Target {
    .target(
        name: feature + "Web",
        dependencies: [.init(stringLiteral: feature), "AtollPages", "AtollTexts"] + others,
        path: "Examples/Lagoon/Sources/\(feature)Web", resources: hasTemplates ? [.copy("Templates")] : [],
        swiftSettings: strict
    )
}

#if os(Linux)
/// Where there is no SwiftUI: what views need of it, under its name, so that they are type-checked and tested here. Only views are
/// compiled so, and no product has them.
let swiftUI: [Target] = [.target(name: "AppleStandIn", swiftSettings: strict)]
let viewsNeed: [Target.Dependency] = ["AppleStandIn"]
let views: [SwiftSetting] = strict + [.unsafeFlags(["-module-alias", "SwiftUI=AppleStandIn"])]
let viewProducts: [Product] = []
/// Tests that need a real window.
let otherViewTests = ["Apple"]
let lagoonViewTests: [Target] = [
    .testTarget(
        name: "LagoonUITests",
        dependencies: [
            "LagoonUI", "LagoonScreens", "LagoonProducts", "AtollUI", "AtollCatalog", "AtollNavigation",
            "AtollPackages", "AtollRuntime", "AtollTestSupport", "AppleStandIn", "Lagoon", logging, serviceLifecycle,
        ],
        path: "Examples/Lagoon/Tests/LagoonUITests",
        swiftSettings: views
    )
]
#else
let swiftUI: [Target] = []
let viewsNeed: [Target.Dependency] = []
let views = strict
let viewProducts: [Product] = [
    .library(name: "Atoll", targets: ["Atoll"]), .library(name: "AtollUI", targets: ["AtollUI"]),
    .library(name: "AtollSandbox", targets: ["AtollSandbox"]),
    .library(name: "LagoonUI", targets: ["LagoonUI"]),
]
/// Tests that look into views, which SwiftUI itself does not let them.
let otherViewTests = ["Headless"]
let lagoonViewTests: [Target] = []
#endif

#if os(Linux)
let hasPostgres = true
#else
/// libpq does not come with macOS. With `brew install libpq` and ATOLL_POSTGRES=1, what needs it is built there too.
let hasPostgres = Context.environment["ATOLL_POSTGRES"] != nil
#endif

/// The Center's back end for several processes.
let postgres: [Target] =
    hasPostgres
    ? [
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "Postgres", dependencies: ["CPostgres", "PrintableText", "SQLStatements"], swiftSettings: strict),
        .target(
            name: "AtollCenterPostgres",
            dependencies: [
                "AtollCenter", "AtollPackages", "BoundedHTTP", "BoundedServer", "DurableFiles", "ObjectStorage",
                "Postgres", "SQLStatements", "SignedJSON", "TUF", crypto, logging,
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ], swiftSettings: strict),
        .testTarget(
            name: "PostgresTests", dependencies: ["Postgres", "SQLStatements", "AtollTestSupport"],
            swiftSettings: strict),
    ] : []

/// A feature's views, in a module beside it.
func featureViews(_ feature: String, also others: [Target.Dependency] = []) -> Target {
    .target(
        name: feature + "UI",
        dependencies: [.init(stringLiteral: feature), "AtollUI", "AtollNavigation"] + others + viewsNeed,
        path: "Examples/Lagoon/Sources/\(feature)UI", swiftSettings: views
    )
}

let package = Package(
    name: "atoll",
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [
        .library(name: "AtollNavigation", targets: ["AtollNavigation"]),
        .library(name: "AtollLinks", targets: ["AtollLinks"]),
        .library(name: "AtollPages", targets: ["AtollPages"]),
        .library(name: "AtollTexts", targets: ["AtollTexts"]),
        .library(name: "AtollPackages", targets: ["AtollPackages"]),
        .library(name: "AtollReview", targets: ["AtollReview"]),
        .library(name: "AtollRendering", targets: ["AtollRendering"]),
        .library(name: "SignedJSON", targets: ["SignedJSON"]),
        .library(name: "TUF", targets: ["TUF"]),
        .library(name: "AtollPublishing", targets: ["AtollPublishing"]),
        .library(name: "AtollCatalog", targets: ["AtollCatalog"]),
        .library(name: "AtollRuntime", targets: ["AtollRuntime"]),
        .library(name: "AtollHome", targets: ["AtollHome"]),
        .library(name: "AtollHub", targets: ["AtollHub"]),
        .library(name: "AtollCenter", targets: ["AtollCenter"]),
        .library(name: "AtollConsole", targets: ["AtollConsole"]),
        .library(name: "AtollWeb", targets: ["AtollWeb"]),
        .library(name: "Credentials", targets: ["Credentials"]),
        .executable(name: "lagoon", targets: ["LagoonCommand"]),
        .executable(name: "atoll", targets: ["AtollCommand"]),
        .executable(name: "tuf-client", targets: ["TUFClientCommand"]),
        .executable(name: "kudos-back-end", targets: ["KudosCommand"]),
    ] + viewProducts,
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.0"),
    ],
    targets: swiftUI + [
        // Ground
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(name: "DurableFiles", swiftSettings: strict),
        .target(name: "ForeignText", swiftSettings: strict),
        .target(name: "PrintableText", dependencies: ["ForeignText"], swiftSettings: strict),
        .target(name: "Markup", dependencies: ["ForeignText"], swiftSettings: strict),
        .target(name: "AtollTexts", swiftSettings: strict),
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CQREncode", providers: [.apt(["libqrencode-dev"])]),
        .target(
            name: "QRCodes", dependencies: [.target(name: "CQREncode", condition: .when(platforms: [.linux]))],
            swiftSettings: strict),
        .target(
            name: "BoundedHTTP", dependencies: [.target(name: "CCurl", condition: .when(platforms: [.linux]))],
            swiftSettings: strict),
        .target(
            name: "ObjectStorage", dependencies: ["BoundedHTTP", "DurableFiles", "PrintableText", crypto],
            swiftSettings: strict),
        .target(
            name: "Prometheus",
            dependencies: [coreMetrics, .product(name: "NIOConcurrencyHelpers", package: "swift-nio")],
            swiftSettings: strict),
        .target(name: "RequestParsing", dependencies: ["ForeignText"], swiftSettings: strict),
        .target(name: "SQLStatements", swiftSettings: strict),
        .target(name: "RateLimiting", swiftSettings: strict),
        .target(name: "Chromium", swiftSettings: strict),
        .target(name: "Credentials", dependencies: ["RateLimiting", crypto, cryptoExtras], swiftSettings: strict),
        .target(name: "SignedJSON", dependencies: ["ForeignText", crypto, cryptoExtras], swiftSettings: strict),
        .target(
            name: "AtollPackages",
            dependencies: ["CZlib", "DurableFiles", "ForeignText", "PrintableText", "SignedJSON", crypto],
            swiftSettings: strict
        ),
        .target(
            name: "AtollReview",
            dependencies: ["AtollPackages", "ForeignText", "Markup", "PrintableText", "SignedJSON"],
            resources: [.copy("Data")],
            swiftSettings: strict
        ),
        .target(
            name: "TUF", dependencies: ["BoundedHTTP", "DurableFiles", "PrintableText", "SignedJSON", crypto],
            swiftSettings: strict
        ),
        .executableTarget(name: "TUFClientCommand", dependencies: ["TUF", argumentParser], swiftSettings: strict),

        // Service
        .target(
            name: "BoundedServer",
            dependencies: [
                "CZlib", "ForeignText", "PrintableText", "RequestParsing", hummingbird, logging, nioCore,
                serviceLifecycle,
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "AtollCenter",
            dependencies: [
                "AtollPackages", "AtollReview", "TUF", "SignedJSON", "DurableFiles", "BoundedHTTP", "BoundedServer",
                "PrintableText",
                "Credentials", "ObjectStorage", "Prometheus", "RateLimiting", "RequestParsing", "SQLStatements",
                hummingbird,
                serviceLifecycle, logging, grdb,
                coreMetrics,
                jwtKit, crypto, nioCore,
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),

        .target(
            name: "AtollPublishing", dependencies: ["AtollPackages", "SignedJSON", "BoundedHTTP"],
            swiftSettings: strict
        ),

        // Mini apps
        .target(
            name: "AtollCatalog",
            dependencies: ["AtollPackages", "TUF", "SignedJSON", "BoundedHTTP", "DurableFiles", "PrintableText"],
            swiftSettings: strict
        ),
        .target(
            name: "AtollRuntime",
            dependencies: [
                "AtollPackages", "AtollTexts", "ForeignText", "Markup", "SignedJSON", "DurableFiles", "PrintableText",
                "RateLimiting",
            ],
            resources: [.copy("HostFiles"), .copy("Texts")],
            swiftSettings: strict
        ),

        .target(
            name: "AtollRendering", dependencies: ["AtollPackages", "AtollReview", "AtollRuntime", "Chromium"],
            resources: [.copy("Scripts")], swiftSettings: strict
        ),

        // App
        .target(name: "AtollNavigation", swiftSettings: strict),
        .target(name: "AtollLinks", dependencies: ["AtollNavigation", "ForeignText"], swiftSettings: strict),
        .target(name: "AtollHome", swiftSettings: strict),
        .target(
            name: "AtollHub", dependencies: ["AtollCatalog", "AtollLinks", "AtollNavigation", "AtollPackages"],
            swiftSettings: strict),

        // Faces
        .target(
            name: "AtollPages", dependencies: ["AtollNavigation", "AtollLinks", "AtollHome", "AtollTexts", mustache],
            resources: [.copy("Templates"), .copy("Texts")], swiftSettings: strict
        ),
        .target(
            name: "AtollWeb",
            dependencies: [
                "AtollPackages", "AtollCatalog", "AtollRuntime", "AtollHub", "AtollNavigation", "AtollLinks",
                "AtollPages", "AtollTexts", "DurableFiles", "BoundedServer", "Credentials", "ForeignText",
                "PrintableText", "RateLimiting", "RequestParsing", "SignedJSON", hummingbird, serviceLifecycle, logging,
                jwtKit, crypto,
                nioCore,
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            resources: [.copy("Resources")],
            swiftSettings: strict
        ),

        .target(
            name: "AtollConsole",
            dependencies: [
                "AtollCenter", "AtollPackages", "AtollPages", "AtollTexts", "BoundedServer", "ForeignText",
                "QRCodes", "RequestParsing", hummingbird,
            ],
            resources: [.copy("Resources")], swiftSettings: strict
        ),

        .target(
            name: "AtollUI",
            dependencies: [
                "AtollPackages", "AtollCatalog", "AtollRuntime", "AtollHome", "AtollHub", "AtollNavigation",
                "AtollLinks", "AtollTexts", "SignedJSON",
            ] + viewsNeed,
            resources: [.copy("Texts")], swiftSettings: views
        ),

        // What is not released, for apps in which versions are tried
        .target(
            name: "AtollSandbox",
            dependencies: ["AtollCatalog", "AtollPackages", "AtollRuntime", "AtollTexts", "AtollUI"] + viewsNeed,
            resources: [.copy("Texts")], swiftSettings: views
        ),

        // With one import
        .target(
            name: "Atoll",
            dependencies: [
                "AtollCatalog", "AtollHome", "AtollHub", "AtollLinks", "AtollNavigation", "AtollPackages",
                "AtollRuntime", "AtollUI",
            ],
            swiftSettings: views
        ),
        .executableTarget(
            name: "Harbour", dependencies: ["Atoll"] + viewsNeed, path: "Examples/Harbour", swiftSettings: views
        ),
        .executableTarget(
            name: "Shop", dependencies: ["Atoll"] + viewsNeed, path: "Examples/Shop", swiftSettings: views
        ),

        // What a developer sees of a mini app before anybody else does
        .target(
            name: "AtollDevelopment",
            dependencies: [
                "AtollPackages", "AtollCatalog", "AtollRuntime", "AtollReview", "AtollWeb", "BoundedServer", "Chromium",
                "DurableFiles", "ForeignText", "PrintableText", "SignedJSON", "TUF", crypto, hummingbird, logging,
                serviceLifecycle,
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            resources: [.copy("Resources")], swiftSettings: strict
        ),

        // The command line
        .executableTarget(
            name: "AtollCommand",
            dependencies: [
                "AtollDevelopment",
                "AtollPackages", "AtollPublishing", "AtollReview", "AtollRendering", "AtollRuntime", "AtollCatalog",
                "AtollCenter",
                "AtollConsole", "Chromium", "TUF", "SignedJSON", "DurableFiles",
                "BoundedHTTP", "BoundedServer", "Markup", "ObjectStorage", "PrintableText", "QRCodes", argumentParser,
                logging,
                nioCore,
                serviceLifecycle,
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ] + (hasPostgres ? ["AtollCenterPostgres", "Postgres"] : []),
            resources: [.copy("Templates")],
            swiftSettings: strict
        ),

        // The sample super app
        feature("LagoonGatekeeper"),
        feature("LagoonToday", also: ["AtollHome"]),
        feature("LagoonHub", also: ["AtollHub", "AtollPackages"]),
        feature("LagoonProducts"),
        feature("LagoonProfile"),
        featurePages("LagoonGatekeeper", also: ["AtollNavigation", "AtollLinks"]),
        featurePages("LagoonToday", also: ["AtollHome"]),
        featurePages("LagoonHub", hasTemplates: false),
        featurePages("LagoonProducts", also: ["AtollNavigation", "AtollLinks"]),
        featurePages("LagoonProfile", also: ["AtollNavigation", "AtollLinks"]),
        .target(
            name: "LagoonScreens",
            dependencies: [
                "LagoonGatekeeper", "LagoonToday", "LagoonHub", "LagoonProducts", "LagoonProfile", "AtollNavigation",
                "AtollLinks",
            ],
            path: "Examples/Lagoon/Sources/LagoonScreens",
            swiftSettings: strict
        ),
        featureViews("LagoonGatekeeper"),
        featureViews("LagoonToday", also: ["AtollHome"]),
        featureViews("LagoonHub", also: ["AtollHub", "AtollRuntime", "AtollPackages"]),
        featureViews("LagoonProducts"),
        featureViews("LagoonProfile", also: ["AtollCatalog", "AtollRuntime", "AtollPackages"]),
        .target(
            name: "LagoonUI",
            dependencies: [
                "BoundedHTTP", "LagoonScreens", "LagoonGatekeeperUI", "LagoonTodayUI", "LagoonHubUI",
                "LagoonProductsUI",
                "LagoonProfileUI", "LagoonGatekeeper", "LagoonToday", "LagoonHub", "LagoonProducts", "LagoonProfile",
                "AtollUI", "AtollHub", "AtollCatalog", "AtollRuntime", "AtollPackages", "AtollNavigation", "AtollLinks",
                "AtollTexts",
            ] + viewsNeed,
            path: "Examples/Lagoon/Sources/LagoonUI",
            resources: [.copy("Texts")], swiftSettings: views
        ),
        .target(
            name: "Lagoon",
            dependencies: [
                "LagoonScreens", "LagoonGatekeeper", "LagoonToday", "LagoonHub", "LagoonProducts", "LagoonProfile",
                "LagoonGatekeeperWeb", "LagoonTodayWeb", "LagoonHubWeb", "LagoonProductsWeb", "LagoonProfileWeb",
                "AtollPackages", "AtollPublishing", "AtollRendering", "AtollCatalog", "AtollCenter", "AtollConsole",
                "AtollNavigation", "AtollHome", "AtollTexts", "Chromium", "AtollLinks", "AtollPages", "AtollRuntime",
                "AtollWeb", "TUF", "SignedJSON",
                "DurableFiles",
                "Credentials", "BoundedServer", "MiniAppBackEnd", "KudosBackEnd", "ExpensesBackEnd", serviceLifecycle,
                logging,
                nioCore,
            ],
            path: "Examples/Lagoon/Sources/Lagoon",
            resources: [.copy("Templates"), .copy("Texts")],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "LagoonCommand",
            dependencies: [
                "Lagoon", "LagoonScreens", "LagoonToday", "AtollCatalog", "AtollHome", "AtollHub", "AtollLinks",
                "AtollNavigation", "AtollPackages",
                "AtollPages", "AtollWeb", "BoundedServer", "Chromium", "DurableFiles",
                argumentParser, logging,
            ],
            path: "Examples/Lagoon/Sources/LagoonCommand",
            swiftSettings: strict
        ),

        // The back ends of sample mini apps
        .target(
            name: "MiniAppBackEnd",
            dependencies: [
                "BoundedHTTP", "BoundedServer", "SignedJSON", hummingbird, jwtKit, logging, serviceLifecycle,
            ],
            path: "Examples/Backends/common/Sources/MiniAppBackEnd", swiftSettings: strict
        ),
        .target(
            name: "KudosBackEnd",
            dependencies: [
                "MiniAppBackEnd", "BoundedServer", "RateLimiting", "SignedJSON", grdb, hummingbird, logging,
                serviceLifecycle,
            ],
            path: "Examples/Backends/kudos/Sources/KudosBackEnd", swiftSettings: strict
        ),
        .target(
            name: "ExpensesBackEnd",
            dependencies: [
                "MiniAppBackEnd", "BoundedServer", "RateLimiting", "SignedJSON", grdb, hummingbird, logging,
                serviceLifecycle,
            ],
            path: "Examples/Backends/expenses/Sources/ExpensesBackEnd", swiftSettings: strict
        ),
        .executableTarget(
            name: "KudosCommand",
            dependencies: [
                "KudosBackEnd", "MiniAppBackEnd", "BoundedServer", argumentParser, logging, serviceLifecycle,
            ],
            path: "Examples/Backends/kudos/Sources/KudosCommand", swiftSettings: strict
        ),

        // Tests
        .target(
            name: "AtollTestSupport",
            dependencies: [
                "AtollPackages", "AtollPublishing", "AtollCatalog", "AtollCenter", "BoundedHTTP", "DurableFiles",
                "ObjectStorage", "TUF", "SignedJSON", crypto, hummingbird, serviceLifecycle, jwtKit, logging,
            ] + (hasPostgres ? ["AtollCenterPostgres", "Postgres"] : []),
            path: "Tests/AtollTestSupport",
            swiftSettings: strict
        ),
        .testTarget(
            name: "AtollDevelopmentTests",
            dependencies: ["AtollDevelopment", "AtollPackages", "AtollRuntime", "AtollTestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AtollHomeTests", dependencies: ["AtollHome", "AtollTestSupport"], swiftSettings: strict
        ),
        .testTarget(
            name: "ForeignTextTests", dependencies: ["ForeignText"], swiftSettings: strict
        ),
        .testTarget(
            name: "TextCostTests",
            dependencies: [
                "AtollLinks", "AtollPackages", "AtollReview", "AtollRuntime", "AtollTestSupport", "AtollTexts",
                "ForeignText",
                "Markup", "PrintableText", "RequestParsing", "SignedJSON",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AtollPackagesTests", dependencies: ["AtollPackages", "AtollTestSupport"], swiftSettings: strict
        ),
        .testTarget(
            name: "AtollReviewTests", dependencies: ["AtollReview", "AtollPackages", "AtollTestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AtollRenderingTests",
            dependencies: ["AtollRendering", "AtollReview", "AtollPackages", "AtollTestSupport", "Chromium"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RequestParsingTests", dependencies: ["RequestParsing", "AtollTestSupport"], swiftSettings: strict
        ),
        .testTarget(
            name: "CredentialsTests", dependencies: ["Credentials", "RateLimiting", "AtollTestSupport", crypto],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AtollSandboxTests",
            dependencies: [
                "AtollSandbox", "AtollCatalog", "AtollCenter", "AtollPackages", "AtollRuntime", "AtollTestSupport",
                "AtollUI",
            ] + viewsNeed, swiftSettings: views),
        .testTarget(name: "QRCodesTests", dependencies: ["QRCodes"], swiftSettings: strict),
        .testTarget(name: "PrintableTextTests", dependencies: ["PrintableText"], swiftSettings: strict),
        .testTarget(
            name: "ObjectStorageTests", dependencies: ["ObjectStorage", "AtollTestSupport", "BoundedHTTP", crypto],
            swiftSettings: strict),
        .testTarget(name: "PrometheusTests", dependencies: ["Prometheus", coreMetrics], swiftSettings: strict),
        .testTarget(
            name: "BoundedHTTPTests", dependencies: ["BoundedHTTP", "AtollTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "BoundedServerTests",
            dependencies: [
                "BoundedServer", "AtollTestSupport", hummingbird, serviceLifecycle, logging, nioCore,
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SignedJSONTests", dependencies: ["SignedJSON", crypto, cryptoExtras], swiftSettings: strict
        ),
        .testTarget(name: "TUFTests", dependencies: ["TUF", "SignedJSON", crypto], swiftSettings: strict),
        .testTarget(
            name: "AtollCenterTests",
            dependencies: [
                "AtollCenter", "AtollTestSupport", "AtollPackages", "AtollPublishing", "AtollReview",
                "Credentials", "DurableFiles", "RateLimiting", "SQLStatements",
                "TUF",
                "SignedJSON", jwtKit, logging, .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ] + (hasPostgres ? ["AtollCenterPostgres", "Postgres"] : []),
            exclude: ["Permissions/permissions.md"], swiftSettings: strict
        ),
        .testTarget(
            name: "AtollCatalogTests",
            dependencies: [
                "AtollCatalog", "AtollCenter", "AtollPublishing", "AtollTestSupport", "AtollPackages", "BoundedHTTP",
                "PrintableText",
                "TUF",
                "SignedJSON", "DurableFiles", "AtollCommand", logging,
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AtollRuntimeTests", dependencies: ["AtollRuntime", "AtollTestSupport"], swiftSettings: strict
        ),
        .testTarget(
            name: "AtollNavigationTests", dependencies: ["AtollNavigation", "AtollTestSupport"], swiftSettings: strict
        ),
        .testTarget(
            name: "AtollLinksTests", dependencies: ["AtollLinks", "AtollNavigation"], swiftSettings: strict
        ),
        .testTarget(name: "AtollTextsTests", dependencies: ["AtollTexts"], swiftSettings: strict),
        .testTarget(
            name: "AtollPagesTests", dependencies: ["AtollPages", "AtollLinks", "AtollNavigation"],
            swiftSettings: strict
        ),
        .testTarget(name: "AtollHubTests", dependencies: ["AtollHub", "AtollTestSupport"], swiftSettings: strict),
        // The examples of the documentation, which have names of their own.
        .testTarget(
            name: "AtollUIExampleTests",
            dependencies: [
                "AtollUI", "AtollHub", "AtollHome", "AtollLinks", "AtollNavigation", "AtollRuntime", "AtollCatalog",
                "AtollPackages",
            ] + viewsNeed,
            swiftSettings: views
        ),
        .testTarget(
            name: "AtollUITests",
            dependencies: [
                "AtollUI", "AtollHub", "AtollHome", "AtollLinks", "AtollNavigation", "AtollRuntime", "AtollCatalog",
                "AtollPackages", "AtollTestSupport", "AtollTexts", "Harbour", "Shop",
            ] + viewsNeed,
            exclude: otherViewTests + ["Shared/AppleFacts.txt"],
            swiftSettings: views
        ),
        .testTarget(
            name: "AtollWebTests",
            dependencies: [
                "AtollWeb", "AtollPages", "AtollTexts", "AtollLinks", "AtollNavigation", "AtollTestSupport",
                "AtollCenter", "BoundedServer",
                "AtollCatalog", "AtollPackages", "AtollRuntime", "SignedJSON", "Credentials", hummingbird, mustache,
                jwtKit, logging,
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MiniAppBackEndTests", dependencies: ["MiniAppBackEnd", jwtKit],
            path: "Examples/Backends/common/Tests/MiniAppBackEndTests", swiftSettings: strict
        ),
        .testTarget(
            name: "ExpensesBackEndTests", dependencies: ["ExpensesBackEnd"],
            path: "Examples/Backends/expenses/Tests/ExpensesBackEndTests", swiftSettings: strict
        ),
        .testTarget(
            name: "LagoonTests",
            dependencies: [
                "Lagoon", "LagoonCommand", "LagoonScreens", "LagoonGatekeeper", "LagoonToday", "LagoonHub",
                "LagoonProducts", "LagoonProfile", "LagoonGatekeeperWeb", "LagoonTodayWeb", "LagoonHubWeb",
                "LagoonProductsWeb", "LagoonProfileWeb", "AtollLinks", "AtollHome", "AtollNavigation", "AtollPackages",
                "AtollPages",
                "AtollWeb",
                "AtollTestSupport", logging,
            ],
            path: "Examples/Lagoon/Tests/LagoonTests",
            swiftSettings: strict
        ),
    ] + lagoonViewTests + postgres
)
