import AtollPackages
import AtollRuntime
import Foundation

extension ScreenDevice {
    /// The methods that the super app's own providers carry out, and those that lead elsewhere in the app.
    var reach: [String: Carrier] {
        var carriers: [String: Carrier] = [:]
        if let openSettings = providers.openSettings {
            carriers["host.openSettings"] = { _, _ in
                openSettings()
                return .null
            }
        }
        if let openMiniApp = providers.openMiniApp {
            carriers["apps.open"] = { [self] parameters, _ in
                try await openOther(parameters, by: openMiniApp)
            }
        }
        guard let (miniApp, user) = providers.running else { return carriers }
        if let payments = providers.payments {
            carriers["payments.request"] = { [self] parameters, _ in
                try await pay(parameters, by: payments, of: miniApp, user)
            }
        }
        if let contacts = providers.contacts {
            carriers["contacts.pick"] = { [self] parameters, _ in
                let fields = parameters.list("fields").compactMap(\.string)
                return try await pick(fields, from: contacts, user)
            }
            if let messages = providers.messages {
                carriers["messages.send"] = { [self] parameters, _ in
                    try await send(parameters, by: messages, to: contacts, of: miniApp, user)
                }
            }
        }
        if let photo = services.photo, let files = providers.files {
            carriers["camera.photo"] = { [self] parameters, _ in
                // Among the mini app's files, which know the user by the name that it knows.
                let area = StorageArea(user: parameters.context.user.pairwiseID, miniApp: miniApp)
                return try await take(parameters, by: photo, into: files, area)
            }
        }
        return carriers
    }

    private func openOther(
        _ parameters: DeviceParameters, by open: @MainActor @Sendable (MiniAppID, String, String) -> Bool
    ) async throws(BridgeError) -> BridgeValue {
        guard let id = MiniAppID(parameters.text("id") ?? "") else {
            throw BridgeError(.invalidParameters, "The parameter \"id\" must be the id of a mini app.")
        }
        let kind = DeviceDialog.Kind.question(ok: localized("Open"), cancel: localized("Cancel"), isDestructive: false)
        let answer = try await ask(localized("Open another mini app?"), id.rawValue, kind)
        guard answer == .done else { throw BridgeError(.cancelled, "The user has cancelled it.") }
        guard open(id, parameters.text("page") ?? "", parameters.text("query") ?? "") else {
            throw BridgeError(.notFound, "The user has no such mini app.")
        }
        return .null
    }

    private func pay(
        _ parameters: DeviceParameters, by provider: any PaymentProvider, of miniApp: MiniAppID, _ user: String
    ) async throws(BridgeError) -> BridgeValue {
        let amount = parameters.members["amount"]
        let (value, currency) = (amount?["value"]?.string ?? "", amount?["currency"]?.string ?? "")
        guard PaymentRequest.isAmount(value, in: currency) else {
            throw BridgeError(
                .invalidParameters, "The amount must be more than nothing, with no more decimals than its currency has."
            )
        }
        let label = parameters.text("label") ?? ""
        let kind = DeviceDialog.Kind.question(
            ok: localized("Pay \(value) \(currency)"), cancel: localized("Cancel"), isDestructive: false)
        let answer = try await ask(localized("Pay \(value) \(currency)?"), label, kind)
        guard answer == .done else { return ["status": "cancelled"] }
        let outcome = await provider.pay(
            .init(id: parameters.text("id") ?? "", value: value, currency: currency, label: label), of: miniApp,
            by: user)
        guard let receipt = outcome.receipt else { return ["status": .string(outcome.status.rawValue)] }
        return ["status": .string(outcome.status.rawValue), "receipt": .string(receipt)]
    }

    private func pick(
        _ fields: [String], from provider: any ContactsProvider, _ user: String
    ) async throws(BridgeError) -> BridgeValue {
        guard let contact = try await choose(localized("Choose somebody"), "", from: provider, user) else {
            throw BridgeError(.cancelled, "The user has cancelled it.")
        }
        return .array([contact.value(fields: fields)])
    }

    private func send(
        _ parameters: DeviceParameters, by messages: any MessageProvider, to contacts: any ContactsProvider,
        of miniApp: MiniAppID, _ user: String
    ) async throws(BridgeError) -> BridgeValue {
        let text = parameters.text("text") ?? ""
        guard let contact = try await choose(localized("Who should get this?"), text, from: contacts, user) else {
            return ["sent": .bool(false)]
        }
        let message = UserMessage(to: contact.id, text: text, miniApp: miniApp, path: parameters.text("path"))
        return ["sent": .bool(await messages.send(message, from: user))]
    }

    private func take(
        _ parameters: DeviceParameters, by photo: (String, Int, Double) async -> DeviceServices.Photo?,
        into files: any MiniAppFiles, _ area: StorageArea
    ) async throws(BridgeError) -> BridgeValue {
        let found = await photo(
            parameters.text("from") ?? "ask", Int(parameters.number("maxSide") ?? 1_600),
            parameters.number("quality") ?? 0.85)
        guard let found else { throw BridgeError(.cancelled, "The user has cancelled it.") }
        let path = "photos/\(UUID().uuidString.lowercased()).jpg"
        do {
            _ = try await files.write(found.data, to: path, at: nil, in: area)
        } catch {
            switch error {
            case .full, .tooMany: throw BridgeError(.quotaExceeded, error.description)
            default: throw BridgeError(.internal, "The photo can't be stored right now.")
            }
        }
        return [
            "file": .string(path), "type": .string(found.type), "width": .integer(found.width),
            "height": .integer(found.height),
        ]
    }

    private func choose(
        _ title: String, _ message: String, from provider: any ContactsProvider, _ user: String
    ) async throws(BridgeError) -> Contact? {
        guard let people = try? await provider.contacts(of: user) else {
            throw BridgeError(.internal, "The people can't be loaded right now.")
        }
        let options = people.map { DeviceDialog.Option(id: $0.id, text: $0.name) }
        let answer = try await ask(title, message, .options(options))
        guard case .option(let id) = answer else { return nil }
        return people.first { $0.id == id }
    }
}

extension Contact {
    /// What a mini app gets of somebody whom the user has chosen.
    fileprivate func value(fields: [String]) -> BridgeValue {
        var value: [String: BridgeValue] = [:]
        if fields.contains("name") { value["name"] = .string(name) }
        if fields.contains("email") { value["email"] = email.map { .string($0) } }
        if fields.contains("phone") { value["phone"] = phone.map { .string($0) } }
        return .object(value)
    }
}
