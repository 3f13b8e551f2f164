import AtollCenter
import AtollCenterDomain

/// The form in which somebody whom a provider has signed in permits what a program asks for, or does not.
struct ConfirmForm: Encodable {
    let code: String
    let agent: String
    let address: String
    let name: String
    let email: String
    let hasSecondFactor: Bool
    let problem: String?

    init(code: DeviceCode, account: Account, problem: String?) {
        self.code = code.userCode
        agent = code.agent
        address = code.address
        name = account.name
        email = account.email
        hasSecondFactor = account.hasSecondFactor
        self.problem = problem
    }
}
