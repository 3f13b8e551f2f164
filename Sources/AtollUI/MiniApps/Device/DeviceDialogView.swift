import SwiftUI

/// A dialog that a mini app has asked for. It names the mini app, so that nobody takes its words for the super app's.
struct DeviceDialogView: View {
    private let dialog: DeviceDialog
    private let answer: @MainActor (DeviceDialog.Answer) -> Void
    @State private var text: String

    init(_ dialog: DeviceDialog, answer: @escaping @MainActor (DeviceDialog.Answer) -> Void) {
        self.dialog = dialog
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
            ForEach(options, id: \.id) { option in
                button(option.text, .option(option.id), isDestructive: option.isDestructive)
            }
            button(localized("Cancel"), .cancelled)
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
    }
}
