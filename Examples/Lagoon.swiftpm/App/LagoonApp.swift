import LagoonUI
import SwiftUI

/// Lagoon for iPhone and iPad: everything else is in the features' modules.
@main
struct LagoonApp: App {
    var body: some Scene {
        WindowGroup {
            LagoonStartView {
                try LagoonModel(bundle: .main, resources: .module)
            }
        }
    }
}
