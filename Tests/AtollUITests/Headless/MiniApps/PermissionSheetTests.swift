import AtollPackages
import AtollRuntime
import SwiftUI
import Testing

@testable import AtollUI

@MainActor
@Suite("What users are asked about mini apps")
struct PermissionSheetTests {
    @Test("The sheet says what is asked and why, and refusing comes first", arguments: PermissionAnswer.allCases)
    func permissions(_ answer: PermissionAnswer) async throws {
        var answers: [String: PermissionAnswer] = [:]
        let stage = Stage(
            PermissionSheet(name: "Expenses", publisher: "com.example", permissions: PreviewData.permissions) {
                answers = $0
            })
        #expect(stage.shows("Expenses would like to") && stage.shows("To take pictures of receipts."))
        #expect(stage.shows("Use the camera") && stage.shows("com.example"))
        let labels = [PermissionAnswer.granted: "Allow", .once: "Allow once", .denied: "Don't allow"]
        #expect(await stage.until { stage.isReady(labels[answer]!) })
        try stage.tap(labels[answer]!)
        #expect(answers == ["camera": answer, "location": answer])
    }

    @Test("A tap that was meant for what stood there before allows and pays nothing; to refuse, nobody has to wait")
    func held() throws {
        var answers: [String: PermissionAnswer] = [:]
        let sheet = Stage(
            PermissionSheet(
                name: "Expenses", publisher: nil, permissions: PreviewData.permissions, offersOnce: true,
                hold: .seconds(600)
            ) { answers = $0 })
        for words in ["Allow", "Allow once"] { #expect(throws: StageError.self) { try sheet.tap(words) } }
        #expect(answers.isEmpty)
        try sheet.tap("Don't allow")
        #expect(answers["camera"] == .denied)
        var said: [DeviceDialog.Answer] = []
        let kind = DeviceDialog.Kind.question(ok: "Pay", cancel: "Cancel", isDestructive: false)
        for isOfHost in [true, false] {
            let dialog = DeviceDialog(
                id: 1, miniApp: "Expenses", title: nil, message: "Soup", kind: kind, isOfHost: isOfHost)
            let stage = Stage(DeviceDialogView(dialog, hold: .seconds(600)) { said.append($0) })
            if isOfHost { #expect(throws: StageError.self) { try stage.tap("Pay") } } else { try stage.tap("Pay") }
            try stage.tap("Cancel")
        }
        #expect(said == [.cancelled, .done, .cancelled])
    }
}
