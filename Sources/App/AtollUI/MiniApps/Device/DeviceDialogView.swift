import SwiftUI

/// A dialog that a mini app has asked for. It names the mini app, so that users don't take its words for the super
/// app's.
struct DeviceDialogView: View {
    private let dialog: DeviceDialog
    private let answer: @MainActor (DeviceDialog.Answer) -> Void
    @State private var text: String
    @State private var chosen: Set<String> = []
    @State private var search = ""
    @State private var isHeld: Bool
    private let hold: Duration

    init(
        _ dialog: DeviceDialog, hold: Duration = DeviceDialog.hold,
        answer: @escaping @MainActor (DeviceDialog.Answer) -> Void
    ) {
        self.dialog = dialog
        self.hold = hold
        _isHeld = State(initialValue: dialog.isOfHost)
        self.answer = answer
        _text = State(initialValue: dialog.value)
    }

    var body: some View {
        Form {
            Section {
                if !dialog.message.isEmpty { Text(verbatim: dialog.message) }
                if case .field(let placeholder) = dialog.kind {
                    TextField(placeholder.isEmpty ? dialog.message : placeholder, text: $text)
                }
            } header: {
                VStack(alignment: .leading) {
                    Text(verbatim: dialog.miniApp).font(.footnote)
                    if let title = dialog.title { Text(verbatim: title) }
                }
            }
            Section { buttons }
        }
        .task {
            try? await Task.sleep(for: hold)
            isHeld = false
        }
    }

    @ViewBuilder private var buttons: some View {
        switch dialog.kind {
        case .message: button(dialog.button, .done)
        case .question(let ok, let cancel, let isDestructive):
            button(cancel, .cancelled)
            button(ok, .done, isDestructive: isDestructive)
        case .field:
            button(localized("Cancel"), .cancelled)
            button(localized("OK"), .text(text))
        case .options(let options):
            searchField(options)
            ForEach(found(options), id: \.id) { option in
                button(option.text, .option(option.id), isDestructive: option.isDestructive)
            }
            button(localized("Cancel"), .cancelled)
        case .several(let options):
            searchField(options)
            ForEach(found(options), id: \.id) { option in
                Toggle(isOn: isChosen(option.id)) { Text(verbatim: option.text) }
            }
            button(localized("Cancel"), .cancelled)
            // In the order in which they are shown.
            button(localized("Choose"), .several(options.map(\.id).filter(chosen.contains)))
                .disabled(chosen.isEmpty)
        }
    }

    /// A field to find a person among many.
    @ViewBuilder private func searchField(_ options: [DeviceDialog.Option]) -> some View {
        if options.count > Self.manyOptions { TextField(localized("Search"), text: $search) }
    }

    /// With more options than this, there is a search field.
    private static let manyOptions = 20

    private func found(_ options: [DeviceDialog.Option]) -> [DeviceDialog.Option] {
        search.isEmpty ? options : options.filter { $0.text.localizedStandardContains(search) }
    }

    private func isChosen(_ id: String) -> Binding<Bool> {
        Binding { @MainActor in
            chosen.contains(id)
        } set: { @MainActor isOn in
            if isOn { chosen.insert(id) } else { chosen.remove(id) }
        }
    }

    private func button(
        _ label: String, _ answer: DeviceDialog.Answer, isDestructive: Bool = false
    ) -> some View {
        Button(role: isDestructive ? .destructive : nil) {
            self.answer(answer)
        } label: {
            Text(verbatim: label)
        }
        .disabled(isHeld && answer != .cancelled)
    }
}
