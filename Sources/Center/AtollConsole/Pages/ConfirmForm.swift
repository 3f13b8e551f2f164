import AtollCenter
import AtollCenterDomain

/// The form in which a user signed in by a provider allows or refuses a program's request.
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
