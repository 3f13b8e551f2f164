import SwiftUI

struct PlainShopApp: App {
    @State private var path: [Int] = []

    var body: some Scene {
        WindowGroup {
            NavigationStack(path: $path) {
                List(1..<1_001, id: \.self) { id in Button("#\(id)") { path.append(id) } }
                    .navigationDestination(for: Int.self) { id in Text("#\(id)") }
            }
            .onOpenURL { url in
                if url.host() == "products", let id = Int(url.lastPathComponent) { path = [id] }
            }
        }
    }
}
