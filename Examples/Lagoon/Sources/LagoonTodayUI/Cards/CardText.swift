import AtollUI
import LagoonToday
import SwiftUI

/// A card's title, text, picture and actions.
struct CardText<Actions: View>: View {
    private let words: TodayWords
    private let picture: String
    private let actions: Actions

    init(_ words: TodayWords, picture: String, @ViewBuilder actions: () -> Actions) {
        self.words = words
        self.picture = picture
        self.actions = actions()
    }

    var body: some View {
        HomeContainer {
            Image(systemName: picture).resizable().scaledToFit()
        } content: {
            VStack(alignment: .leading, spacing: 12) {
                Text(verbatim: words.title).font(.title3).accessibilityAddTraits(.isHeader)
                if let text = words.text { Text(verbatim: text).font(.body) }
                actions
            }
        }
    }
}
