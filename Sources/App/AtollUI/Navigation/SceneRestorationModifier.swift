import AtollNavigation
import SwiftUI

struct SceneRestorationModifier<F: Fragment & Codable>: ViewModifier {
    let root: NavigationRoot<F>
    @SceneStorage var kept: Data?
    @State private var isRestored = false
    @State private var isIncomplete = false

    private let isKept: @MainActor (F) -> Bool
    @State private var ownCovers = Covers()
    @State private var owner = Covers.Owner()
    @Environment(\.covers) private var outerCovers

    private var covers: Covers { outerCovers ?? ownCovers }

    init(root: NavigationRoot<F>, stored: SceneStorage<Data?>, isKept: @escaping @MainActor (F) -> Bool) {
        self.root = root
        self.isKept = isKept
        _kept = stored
    }

    /// The path that can't be restored until a condition is met, such as being signed in.
    @State private var waiting: PresentedPath<F>?
    /// The state at which the rest of the path began to wait.
    @State private var begun: NavigationState<F>?

    func body(content: Content) -> some View {
        content
            .onAppear(perform: begin)
            .onChange(of: root.navigator.facts) { _, _ in resume() }
            .onChange(of: root.navigator.path) { _, path in
                // The path that waits is not overwritten by the current one until the user navigates elsewhere.
                if let begun, begun.facts == root.navigator.facts, root.state.wanted == nil, path != begun.path {
                    waiting = nil
                }
                if isRestored, waiting == nil { kept = try? JSONEncoder().encode(path.filter(isKept)) }
            }
            .onChange(of: isIncomplete, initial: true) { _, isWanted in covers.want(owner, isWanted) }
            .modifier(RestorationNotice())
            .environment(\.restorationNotice, notice)
            .environment(\.covers, covers)
    }

    private var notice: RestorationNotice.Shown? {
        isIncomplete ? RestorationNotice.Shown(owner: owner) { isIncomplete = false } : nil
    }

    private func begin() {
        guard !isRestored else { return }
        isRestored = true
        guard let kept else { return }
        guard let (path, lost) = try? PresentedPath<F>.reading(kept) else {
            isIncomplete = true
            return
        }
        restore(path.filter(isKept))
        if lost > 0 { isIncomplete = true }
    }

    /// Tries to restore the waiting path after the facts have changed, unless the user or a link has navigated
    /// elsewhere in the meantime.
    private func resume() {
        guard let path = waiting else { return }
        var unmoved = begun
        unmoved?.setFacts(root.navigator.facts)
        let isUnmoved = unmoved.map { Set($0.presentedPlaces) == Set(root.navigator.presentedPlaces) } ?? false
        if isUnmoved || root.isAtStart { restore(path) } else { waiting = nil }
    }

    private func restore(_ path: PresentedPath<F>) {
        let dropped = root.restore(path)
        let isClosed = dropped.contains { $0.fault == .conditionUnmet }
        waiting = isClosed ? path : nil
        begun = isClosed ? root.state : nil
        // Steps that hang from a closed step are missing only because of it.
        isIncomplete = !isClosed && !dropped.isEmpty
    }
}
