import AtollNavigation
import SwiftUI

struct NavigationPreviews: PreviewProvider {
    enum Tab: String, Fragment, CaseIterable { case cities, notes }

    enum Screen: Fragment {
        case tabs, help
        case tab(Tab)
        case city(String), note(Int)
    }

    /// Two tabs, a list with its detail, and a sheet.
    struct Example: View {
        let navigator: Navigator<Screen>

        var body: some View {
            FragmentTabs(Tab.allCases, at: Screen.tab, in: navigator) { tab in
                switch tab {
                case .cities:
                    FragmentColumns(Screen.city, in: navigator) { selection in
                        List(selection: selection) {
                            ForEach(["Palma", "Inca"], id: \.self) { Text(verbatim: $0) }
                        }
                    } detail: { city in
                        Text(verbatim: city)
                    } empty: {
                        Text("Choose a city")
                    }
                case .notes:
                    FragmentStack(.tab(.notes), in: navigator) { screen in
                        if case .note(let number) = screen {
                            Text(verbatim: "Note \(number)")
                        } else {
                            FragmentLink(.note(1), in: navigator) { Text("Read") }
                        }
                    }
                }
            } item: { tab in
                Label(tab.rawValue.capitalized, systemImage: tab == .cities ? "building.2" : "note.text")
            }
            .layers(in: navigator) {
                $0 == .help ? .sheet : nil
            } content: { _ in
                Text("Help")
            }
            .navigationProblems(of: navigator)
        }
    }

    static func navigator() -> Navigator<Screen> {
        Navigator(
            NavigationGraph(entry: Screen.tabs) {
                Pick(.tabs => .tab(.cities)).auto()
                Pick(.tabs => .tab(.notes))
                Hold(.tab(.cities) => .city(.any)).dismissable()
                Pass(.tab(.notes) => .note(.any)).dismissable()
                Hold(.tabs => .help).dismissable()
            })
    }

    static var previews: some View { Example(navigator: navigator()) }
}
