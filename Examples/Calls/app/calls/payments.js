import { payments } from "/.atoll/atoll.js";

const order = `order-${Date.now()}`;

export async function request() {
  const { status, receipt } = await payments.request({
    // Use the id of the order, and store it there: a payment with the same id is never taken twice.
    id: order,
    amount: { value: "8.50", currency: "EUR" },
    label: "Lunch",
    items: [{ label: "Soup", value: "6.00" }, { label: "Bread", value: "2.50" }],
  });
  return { status, receipt };
}
