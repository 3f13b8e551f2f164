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

    /// What can't be opened before something is true, such as that somebody is signed in.
    @State private var waiting: PresentedPath<F>?

    func body(content: Content) -> some View {
        content
            .onAppear(perform: begin)
            .onChange(of: navigator.facts) { _, _ in resume() }
            .onChange(of: navigator.path) { _, path in
                // What is still to come is not overwritten by what is there meanwhile.
                if isRestored, waiting == nil { kept = try? JSONEncoder().encode(path) }
            }
            .alert("Not everything could be opened again", isPresented: $isIncomplete) {
                Button("OK") {}
            } message: {
                Text("This version of the app does not have all that was open. What there is was opened.")
            }
    }

    private func begin() {
        guard !isRestored else { return }
        isRestored = true
        guard let kept else { return }
        guard let path = try? JSONDecoder().decode(PresentedPath<F>.self, from: kept) else {
            isIncomplete = true
            return
        }
        restore(path)
    }

    /// Opens what waits, where its condition may be met by now; unless the user, or a link, has gone elsewhere meanwhile.
    private func resume() {
        guard let path = waiting else { return }
        if navigator.isAtStart { restore(path) } else { waiting = nil }
    }

    private func restore(_ path: PresentedPath<F>) {
        let dropped = navigator.restore(path)
        let isClosed = dropped.contains { $0.fault == .conditionUnmet }
        waiting = isClosed ? path : nil
        // What hangs from a closed step is missing for its sake.
        isIncomplete = !isClosed && !dropped.isEmpty
    }
}
