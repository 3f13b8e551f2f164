import AtollNavigation
import AtollUI
import SwiftUI
import Testing

@MainActor
@Suite("Bindings to a navigator")
struct BindingTests {
    @Test("Bindings present, dismiss and tell ids apart")
    func bindings() throws {
        let navigator = try Reef.navigator()
        let compose = navigator.isPresented(.compose) as Binding<Bool>
        compose.wrappedValue = true
        #expect(navigator.isPresented(.compose) as Bool)
        compose.wrappedValue = false
        #expect(!(navigator.isPresented(.compose) as Bool))
        let article = navigator.isPresented(.article, id: 3) as Binding<Bool>
        article.wrappedValue = true
        #expect(navigator.id(of: .article, as: Int.self) == 3)
        #expect(!(navigator.isPresented(.article, id: 4) as Binding<Bool>).wrappedValue)
        article.wrappedValue = false
        navigator.pick(Reef.tabs).wrappedValue = .shop
        let product: Binding<Int?> = navigator.presentedID(of: .product)
        product.wrappedValue = 2
        product.wrappedValue = 30
        #expect(navigator.ids(of: .product, as: Int.self) == [30])
        product.wrappedValue = nil
        #expect(product.wrappedValue == nil)
        #expect(navigator.errors.isEmpty)
    }
}
