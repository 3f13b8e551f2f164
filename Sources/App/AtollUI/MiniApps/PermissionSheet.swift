import AtollPackages
import AtollRuntime
import SwiftUI

/// Asks the user for permissions that a mini app is about to use, with the reasons that its publisher states.
///
/// Anything that the user does other than allowing them is a refusal. ``MiniAppView`` shows it when needed. A screen of
/// your own shows it while the session has a `question`:
///
/// ```swift
/// .sheet(isPresented: isAsking) {
///     if let question = session.question {
///         PermissionSheet(
///             name: question.name, publisher: question.publisher, permissions: question.permissions
///         ) { session.answer($0) }
///     }
/// }
/// ```
public struct PermissionSheet: View {
    private let name: String
    private let publisher: String?
    private let permissions: [Manifest.Permission]
    private let offersOnce: Bool
    private let hold: Duration
    private let decide: @MainActor ([String: PermissionAnswer]) -> Void
    /// Whether nothing can be allowed yet, so that a tap meant for what was on screen before does not count.
    @State private var isHeld = true

    /// Creates the form.
    ///
    /// - Parameters:
    ///   - name: The mini app's name.
    ///   - publisher: The publisher that has signed it, such as `com.example`; nil if it is not signed.
    ///   - permissions: The permissions to ask for; their names must be unique.
    ///   - offersOnce: Whether they can be allowed until the mini app is closed.
    ///   - decide: Receives an answer for each permission, by its name.
    public init(
        name: String, publisher: String? = nil, permissions: [Manifest.Permission], offersOnce: Bool = true,
        decide: @escaping @MainActor ([String: PermissionAnswer]) -> Void
    ) {
        self.init(
            name: name, publisher: publisher, permissions: permissions, offersOnce: offersOnce,
            hold: DeviceDialog.hold, decide: decide)
    }

    /// - Parameter hold: How long nothing can be allowed.
    init(
        name: String, publisher: String?, permissions: [Manifest.Permission], offersOnce: Bool, hold: Duration,
        decide: @escaping @MainActor ([String: PermissionAnswer]) -> Void
    ) {
        self.name = name
        self.publisher = publisher
        self.hold = hold
        self.permissions = permissions
        self.offersOnce = offersOnce
        self.decide = decide
    }

    public var body: some View {
        Form {
            Section {
                ForEach(permissions, id: \.name) { permission in
                    VStack(alignment: .leading) {
                        Text(verbatim: PermissionWords.sentence(for: permission.name))
                        if let reason = permission.reason {
                            Text(verbatim: reason).font(.footnote).foregroundStyle(.secondary)
                        }
                    }
                }
                if let publisher {
                    LabeledContent {
                        Text(verbatim: publisher)
                    } label: {
                        Text(localized("Publisher"))
                    }
                }
            } header: {
                Text(localized("\(name) would like to"))
            } footer: {
                Text(localized("You can change this in your profile at any time."))
            }
            Section {
                Button(localized("Don't allow")) { answer(.denied) }
                if offersOnce { Button(localized("Allow once")) { answer(.once) }.disabled(isHeld) }
                Button(localized("Allow")) { answer(.granted) }.disabled(isHeld)
            }
        }
        .task {
            try? await Task.sleep(for: hold)
            isHeld = false
        }
    }

    private func answer(_ answer: PermissionAnswer) {
        decide(Dictionary(permissions.map { ($0.name, answer) }) { first, _ in first })
    }
}
