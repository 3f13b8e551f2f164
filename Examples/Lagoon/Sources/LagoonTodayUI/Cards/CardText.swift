import AtollUI
import SwiftUI

/// A title, a sentence, and what can be done.
struct CardText<Actions: View>: View {
    private let title: String
    private let text: String?
    private let picture: String
    private let actions: Actions

    init(_ title: String, _ text: String? = nil, picture: String, @ViewBuilder actions: () -> Actions) {
        self.title = title
        self.text = text
        self.picture = picture
        self.actions = actions()
    }

    var body: some View {
        HomeContainer {
            Image(systemName: picture).resizable().scaledToFit()
        } content: {
            VStack(alignment: .leading, spacing: 12) {
                Text(verbatim: title).font(.title3).accessibilityAddTraits(.isHeader)
                if let text { Text(verbatim: text).font(.body) }
                actions
            }
        }
    }
}
