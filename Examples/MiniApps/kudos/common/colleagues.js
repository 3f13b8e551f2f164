/** The colleagues that the user can thank, sorted by name. The card on the home screen does not need them. */
export const colleagues = await (await fetch("/common/colleagues.json")).json();
