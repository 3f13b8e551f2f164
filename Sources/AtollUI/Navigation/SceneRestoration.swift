import AtollNavigation
import SwiftUI

extension View {
    /// Keeps the path of a scene, and restores it when the scene comes back: as far as it can be followed. What an older version of the
    /// app has kept and this one does not know is left out, and the user is told.
    ///
    /// - Parameters:
    ///   - navigator: The navigator of this scene: each has its own.
    ///   - key: Under which name the path is kept.
    public func restoringPath<F: Fragment & Codable>(of navigator: Navigator<F>, key: String = "atoll.path")
        -> some View
    {
        modifier(SceneRestorationModifier(navigator: navigator, stored: SceneStorage(key)))
    }
}

struct SceneRestorationModifier<F: Fragment & Codable>: ViewModifier {
    let navigator: Navigator<F>
    @SceneStorage var kept: Data?
    @State private var isRestored = false
    @State private var isIncomplete = false

    init(navigator: Navigator<F>, stored: SceneStorage<Data?>) {
        self.navigator = navigator
        _kept = stored
    }

    func body(content: Content) -> some View {
        content
            .onAppear(perform: restore)
            .onChange(of: navigator.path) { _, path in
                if isRestored { kept = try? JSONEncoder().encode(path) }
            }
            .alert("Not everything could be opened again", isPresented: $isIncomplete) {
                Button("OK") {}
            } message: {
                Text("This version of the app does not have all that was open. What there is was opened.")
            }
    }

    private func restore() {
        guard !isRestored else { return }
        isRestored = true
        guard let kept else { return }
        guard let path = try? JSONDecoder().decode(PresentedPath<F>.self, from: kept) else {
            isIncomplete = true
            return
        }
        isIncomplete = !navigator.restore(path).isEmpty
    }
}
