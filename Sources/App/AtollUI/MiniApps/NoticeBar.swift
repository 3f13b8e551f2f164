import SwiftUI

/// A notice above the content that it is about, which the user can dismiss if `dismiss` is given.
struct NoticeBar: View {
    private let text: String
    private let dismiss: (@MainActor () -> Void)?

    init(_ text: String, dismiss: (@MainActor () -> Void)? = nil) {
        self.text = text
        self.dismiss = dismiss
    }

    var body: some View {
        HStack {
            Text(verbatim: text).font(.subheadline)
            Spacer()
            if let dismiss {
                Button(localized("Dismiss"), systemImage: "xmark", action: dismiss).labelStyle(.iconOnly)
            }
        }
        .padding(12)
        .background(.regularMaterial)
        .accessibilityElement(children: .combine)
    }
}
