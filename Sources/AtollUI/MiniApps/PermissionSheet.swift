import AtollPackages
import AtollRuntime
import SwiftUI

/// Asks the user for permissions that a mini app is about to use, with the reasons that its publisher states.
///
/// Whatever else the user does but to allow them is a refusal. ``MiniAppView`` shows it when needed. A screen of your own shows
/// it while the session has a `question`:
///
/// ```swift
/// .sheet(isPresented: isAsking) {
///     if let question = session.question {
///         PermissionSheet(name: question.name, permissions: question.permissions) { session.answer($0) }
///     }
/// }
/// ```
public struct PermissionSheet: View {
    private let name: String
    private let permissions: [Manifest.Permission]
    private let offersOnce: Bool
    private let decide: @MainActor ([String: PermissionAnswer]) -> Void

    /// Creates the form.
    ///
    /// - Parameters:
    ///   - name: The mini app's name.
    ///   - permissions: The permissions to ask for; their names must be unique.
    ///   - offersOnce: Whether they can be allowed until the mini app is closed.
    ///   - decide: Receives an answer for each permission, by its name.
    public init(
        name: String, permissions: [Manifest.Permission], offersOnce: Bool = true,
        decide: @escaping @MainActor ([String: PermissionAnswer]) -> Void
    ) {
        self.name = name
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
            } header: {
                Text(localized("\(name) would like to"))
            } footer: {
                Text(localized("You can change this in your profile at any time."))
            }
            Section {
                Button(localized("Don't allow")) { answer(.denied) }
                if offersOnce { Button(localized("Allow once")) { answer(.once) } }
                Button(localized("Allow")) { answer(.granted) }
            }
        }
    }

    private func answer(_ answer: PermissionAnswer) {
        decide(Dictionary(permissions.map { ($0.name, answer) }) { first, _ in first })
    }
}
