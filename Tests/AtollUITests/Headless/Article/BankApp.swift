import Atoll
import SwiftUI

struct AccountID: RawRepresentable, Codable, FragmentID, LinkValue {
    let rawValue: String
    static let any = AccountID(rawValue: "any")
}

enum PayStep: Fragment, Codable { case whom, amount(String) }

enum Bank: Fragment, Codable {
    case start, signIn, home
    case account(AccountID), payment(Int)
    case pay(PayStep)
}

let bank = NavigationGraph(entry: Bank.start) {
    Pass(.start => .home).when(.hasSession, otherwise: .signIn).auto()
    Pass(.start => .signIn)
    Pass(.signIn => .home).when(.hasSession)
    Pass(.home => .account(.any) => .payment(.any)).dismissable()
    Hold(.home => .pay(.whom)).dismissable()
    Pass(.pay(.whom) => .pay(.amount(.any))).dismissable()
}

let bankLinks = LinkRouter(bank) {
    Route(.start => .home => .account(.any) => .payment(.any)) {
        PathSegment("accounts")
        PathSegment(Bank.account)
        PathSegment("payments")
        PathSegment(Bank.payment)
    }
    Route(to: .pay(.whom)) { PathSegment("pay") }
}

extension Fact {
    static let hasSession: Fact = "hasSession"
}

struct BankView: View {
    @State var root = NavigationRoot(bank)
    private var navigator: Navigator<Bank> { root.navigator }
    private static let pay = Embedding(Bank.pay)

    var body: some View {
        Group {
            if navigator.isPresented(.signIn) {
                Button("Sign in") { navigator.set(.hasSession, true) }
            } else {
                accounts
            }
        }
        .layers(in: navigator) {
            $0 == .pay(.whom) ? .sheet : nil
        } content: { _ in
            FragmentStack(.whom, in: navigator.scoped(Self.pay)) { step in
                switch step {
                case .whom: FragmentLink("Ana", to: .amount("Ana"), in: navigator.scoped(Self.pay))
                case .amount(let name): Amount(name: name) { navigator.dismiss(.pay(.whom)) }
                }
            }
        }
        .navigationProblems(of: navigator)
        .links(bankLinks, at: LinkAddresses(schemes: ["bank"]), in: root)
        .restoringPath(of: root) { $0 != .pay(.whom) }
    }

    private var accounts: some View {
        FragmentStack(.home, in: navigator) { screen in
            switch screen {
            case .account(let id): FragmentLink("Payment 7 of \(id.rawValue)", to: .payment(7), in: navigator)
            case .payment(let id): Text("Payment \(id) of \(account(of: screen)?.rawValue ?? "")")
            case .start, .signIn, .home, .pay:
                FragmentLink("ES11", to: .account(AccountID(rawValue: "ES11")), in: navigator)
                FragmentLink("Pay", to: .pay(.whom), in: navigator)
            }
        }
    }

    private func account(of screen: Bank) -> AccountID? {
        navigator.places(below: screen).compactMap { $0.value(of: Bank.account) }.first
    }
}

struct Amount: View {
    let name: String
    let done: () -> Void
    @State private var text = ""

    var body: some View {
        TextField("How much for \(name)?", text: $text)
            .linksWait(while: !text.isEmpty)
        Button("Done") { done() }
    }
}
