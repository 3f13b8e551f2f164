import AtollNavigation
import AtollUI
import SwiftUI
import Testing

@MainActor
@Suite("Bindings to a navigator")
struct BindingTests {
    @Test("Bindings present and dismiss, and distinguish ids")
    func bindings() throws {
        let navigator = Reef.root().navigator
        let compose = navigator.presentation(of: .compose)
        compose.wrappedValue = true
        #expect(navigator.isPresented(.compose))
        compose.wrappedValue = false
        #expect(!navigator.isPresented(.compose))
        let article = navigator.presentation(of: .article(3))
        article.wrappedValue = true
        #expect(navigator.presented(Reef.article) == [3])
        #expect(!navigator.presentation(of: .article(4)).wrappedValue)
        article.wrappedValue = false
        navigator.selection(among: Reef.tabs).wrappedValue = .shop
        let product = navigator.selection(of: Reef.product)
        product.wrappedValue = 2
        product.wrappedValue = 30
        #expect(navigator.presented(Reef.product) == [30])
        product.wrappedValue = nil
        #expect(product.wrappedValue == nil)
        #expect(navigator.errors.isEmpty)
    }
}
