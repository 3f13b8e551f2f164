import LagoonUI
import SwiftUI

/// Lagoon for iPhone and iPad: everything else is in the features' modules.
@main
struct LagoonApp: App {
    private let launch = LagoonLaunch(bundle: .main, resources: .module)

    var body: some Scene {
        WindowGroup { LagoonStartView { try launch.scene() } }
    }
}
