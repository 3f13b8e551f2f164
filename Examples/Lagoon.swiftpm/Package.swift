// swift-tools-version: 6.2

import AppleProductTypes
import PackageDescription

let package = Package(
    name: "Lagoon",
    platforms: [.iOS(.v17)],
    products: [
        .iOSApplication(
            name: "Lagoon", targets: ["App"], bundleIdentifier: "com.example.lagoon", displayVersion: "1.0.0",
            bundleVersion: "1", appIcon: .placeholder(icon: .leaf), accentColor: .presetColor(.teal),
            supportedDeviceFamilies: [.pad, .phone],
            supportedInterfaceOrientations: [
                .portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown(.when(deviceFamilies: [.pad])),
            ],
            additionalInfoPlistContentFilePath: "Info.plist"
        )
    ],
    dependencies: [.package(name: "atoll", path: "../..")],
    targets: [
        .executableTarget(
            name: "App", dependencies: [.product(name: "LagoonUI", package: "atoll")], path: "App",
            resources: [.copy("Trust")]
        )
    ]
)
