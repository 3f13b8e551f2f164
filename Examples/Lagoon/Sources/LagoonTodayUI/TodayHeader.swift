import AtollHome
import AtollUI
import SwiftUI

/// The date, and the name of the user.
struct TodayHeader: View {
    let model: TodayModel
    @Environment(\.homeModuleStyle) private var style
    @Environment(\.colorScheme) private var colorScheme

    var body: some View {
        VStack(alignment: .leading) {
            Text(verbatim: model.dateText).font(.subheadline)
            Text(verbatim: model.userName).font(.largeTitle)
        }
        .padding(20)
        .frame(maxWidth: .infinity, alignment: .leading)
        .foregroundStyle(style.map { Color($0.foreground, in: colorScheme) } ?? .primary)
        .background(style.map { Color($0.background, in: colorScheme) } ?? .clear)
    }
}
