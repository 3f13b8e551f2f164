// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "atoll-benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "atoll", path: ".."),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.0", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "NavigationBenchmarks",
            dependencies: [
                .product(name: "AtollNavigation", package: "atoll"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/NavigationBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .executableTarget(
            name: "LinkBenchmarks",
            dependencies: [
                .product(name: "AtollNavigation", package: "atoll"), .product(name: "AtollLinks", package: "atoll"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/LinkBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .executableTarget(
            name: "HomeBenchmarks",
            dependencies: [
                .product(name: "AtollHome", package: "atoll"), .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/HomeBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .executableTarget(
            name: "ReviewBenchmarks",
            dependencies: [
                .product(name: "AtollPackages", package: "atoll"), .product(name: "AtollReview", package: "atoll"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/ReviewBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .executableTarget(
            name: "StorageBenchmarks",
            dependencies: [
                .product(name: "AtollPackages", package: "atoll"), .product(name: "AtollRuntime", package: "atoll"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/StorageBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .executableTarget(
            name: "TrustBenchmarks",
            dependencies: [
                .product(name: "AtollPackages", package: "atoll"), .product(name: "TUF", package: "atoll"),
                .product(name: "SignedJSON", package: "atoll"), .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/TrustBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ]
)
