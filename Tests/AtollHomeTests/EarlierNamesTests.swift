import AtollHome
import Testing

/// The functions of earlier releases, which stay for one more.
@Suite("Earlier names")
struct EarlierNamesTests {
    @Test("Earlier names of rules make the same rules")
    func rules() {
        let (earlier, now): (any Names, any Names) = (EarlierNames(), PresentNames())
        #expect(earlier.rules.rules == now.rules.rules)
        #expect(now.rules.rules.count == 5)
    }
}

private protocol Names {
    var rules: HomeRules<Flag> { get }
}

private struct PresentNames: Names {
    var rules: HomeRules<Flag> {
        HomeRules {
            When(.one, unless: .two) { Show("a") }.otherwise { Show("b", "c") }
            Unless(.three) { Show("d") }.otherwise { Show("e") }
            FirstOf {
                When(.four) { Show("f") }
                Show("g")
            }
            NamedRules("both") { Show("h") }
            InOrder("c", "b")
        }
    }
}

private struct EarlierNames: Names {
    @available(*, deprecated)
    var rules: HomeRules<Flag> {
        HomeRules {
            when(.one, unless: .two) { show("a") }.otherwise { show("b", "c") }
            unless(.three) { show("d") }.otherwise { show("e") }
            first {
                when(.four) { show("f") }
                show("g")
            }
            group("both") { show("h") }
            order("c", "b")
        }
    }
}
