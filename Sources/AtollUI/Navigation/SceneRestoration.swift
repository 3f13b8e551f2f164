import AtollNavigation
import SwiftUI

extension View {
    /// Keeps the path of a scene, and restores it when the scene comes back: as far as it can be followed. What an older version of the
    /// app has kept and this one does not know is left out, and the user is told.
    ///
    /// - Parameters:
    ///   - root: The navigation of this scene: each has its own.
    ///   - key: Under which name the path is kept.
    ///   - isKept: Whether a place is kept, with all that hangs from it; not, for instance, a call that will be over.
    public func restoringPath<F: Fragment & Codable>(
        of root: NavigationRoot<F>, key: String = "atoll.path",
        where isKept: @escaping @MainActor (F) -> Bool = { _ in true }
    ) -> some View {
        modifier(SceneRestorationModifier(root: root, stored: SceneStorage(key), isKept: isKept))
    }
}

struct SceneRestorationModifier<F: Fragment & Codable>: ViewModifier {
    let root: NavigationRoot<F>
    @SceneStorage var kept: Data?
    @State private var isRestored = false
    @State private var isIncomplete = false

    private let isKept: @MainActor (F) -> Bool
    @State private var ownCovers = Covers()
    @Environment(\.covers) private var outerCovers

    init(root: NavigationRoot<F>, stored: SceneStorage<Data?>, isKept: @escaping @MainActor (F) -> Bool) {
        self.root = root
        self.isKept = isKept
        _kept = stored
    }

    /// What can't be opened before something is true, such as that somebody is signed in.
    @State private var waiting: PresentedPath<F>?
    /// What was there when the rest had to wait.
    @State private var begun: NavigationState<F>?

    func body(content: Content) -> some View {
        content
            .onAppear(perform: begin)
            .onChange(of: root.navigator.facts) { _, _ in resume() }
            .onChange(of: root.navigator.path) { _, path in
                // What is still to come is not overwritten by what is there meanwhile, until the user goes elsewhere.
                if let begun, begun.facts == root.navigator.facts, root.state.wanted == nil, path != begun.path {
                    waiting = nil
                }
                if isRestored, waiting == nil { kept = try? JSONEncoder().encode(path.filter(isKept)) }
            }
            .modifier(RestorationNotice())
            .environment(\.restorationNotice, isIncomplete ? RestorationNotice.Shown { isIncomplete = false } : nil)
            .environment(\.covers, outerCovers ?? ownCovers)
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

    /// Opens what waits, where its condition may be met by now; unless the user, or a link, has gone elsewhere meanwhile.
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
        // What hangs from a closed step is missing for its sake.
        isIncomplete = !isClosed && !dropped.isEmpty
    }
}

/// Says that something could not be restored, on top of what is there: a view that is covered can't.
struct RestorationNotice: ViewModifier {
    struct Shown {
        let dismiss: @MainActor () -> Void
    }

    /// Whether this view is covered, where that is known without asking.
    var isCovered: Bool?
    @Environment(\.covers) private var covers
    @Environment(\.restorationNotice) private var notice

    func body(content: Content) -> some View {
        content.alert("Not everything could be opened again", isPresented: isShown) {
            Button("OK") {}
        } message: {
            Text("This version of the app does not have all that was open. What there is was opened.")
        }
    }

    private var isShown: Binding<Bool> {
        Binding { @MainActor in
            notice != nil && !(isCovered ?? covers?.isCovered ?? false)
        } set: { @MainActor isShown in
            if !isShown { notice?.dismiss() }
        }
    }
}

private struct RestorationNoticeKey: EnvironmentKey {
    static var defaultValue: RestorationNotice.Shown? { nil }
}

extension EnvironmentValues {
    var restorationNotice: RestorationNotice.Shown? {
        get { self[RestorationNoticeKey.self] }
        set { self[RestorationNoticeKey.self] = newValue }
    }
}
