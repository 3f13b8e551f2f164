import SwiftUI

/// How the plan works.
struct PlanScreen: View {
    var body: some View {
        List {
            Text("A cycle has 28 days. Each one asks for little, and all of them together change a lot.")
            Section("Every morning") {
                Text("Decide when you train and what you eat. Today shows what is still to be decided.")
            }
            Section("Live, or when you like") {
                Text("Coaches train with you three times a day. Come in when you can, or do it by yourself.")
            }
            Section("After 28 days") {
                Text("Enter the same two numbers again, see how far you have come, and go up a level.")
            }
        }
        .navigationTitle("How your plan works")
    }
}
