import AtollNavigation
import SwiftUI

struct NavigationPreviews: PreviewProvider {
    enum Screen: String, Fragment { case tabs, cities, city, notes, note, help }

    /// Two tabs, a list with its detail, and a sheet.
    struct Example: View {
        let navigator: Navigator<Screen>

        var body: some View {
            FragmentTabs([.cities, .notes], in: navigator) { tab in
                switch tab {
                case .cities:
                    FragmentColumns(.city, id: String.self, in: navigator) { selection in
                        List(selection: selection) {
                            ForEach(["Palma", "Inca"], id: \.self) { Text(verbatim: $0) }
                        }
                    } detail: { city in
                        Text(verbatim: city)
                    } empty: {
                        Text("Choose a city")
                    }
                default:
                    FragmentStack(.notes, in: navigator) { place in
                        if place.fragment == .note {
                            Text("A note")
                        } else {
                            FragmentLink(.note, in: navigator) { Text("Read") }
                        }
                    }
                }
            } item: { tab in
                Label(tab.rawValue.capitalized, systemImage: tab == .cities ? "building.2" : "note.text")
            }
            .layers([.help: .sheet], in: navigator) { _ in Text("Help") }
            .navigationProblems(of: navigator)
        }
    }

    static func navigator() -> Navigator<Screen>? {
        let graph = try? NavigationGraph(entry: Screen.tabs) {
            pick(.tabs => .cities).auto()
            pick(.tabs => .notes)
            hold(.cities => .city).dismissable()
            pass(.notes => .note).dismissable()
            hold(.tabs => .help).dismissable()
        }
        return graph.map { Navigator($0) }
    }

    static var previews: some View {
        if let navigator = navigator() { Example(navigator: navigator) }
    }
}
