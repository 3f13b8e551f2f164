import AtollHome
import SwiftUI

struct HomePreviews: PreviewProvider {
    static var previews: some View {
        VStack(spacing: 0) {
            HomeModuleView(style: PreviewData.style, isHero: true) { card("Hero") }
            HomeModuleView(style: PreviewData.style, isHero: false) { card("Guardian") }
            ChampionContainer {
                Image(systemName: "star")
            } content: {
                Text("Champion")
            }
            Waves().fill(.tint).frame(height: 40)
        }
    }

    private static func card(_ title: String) -> some View {
        HomeContainer {
            Image(systemName: "map").resizable()
        } content: {
            Text(verbatim: title)
        }
    }
}
