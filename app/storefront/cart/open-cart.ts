/** The id of the cart drawer's <dialog>, which any button of the storefront may open. */
export const CART_DRAWER_ID = 'cart-drawer'

export function openCart(): void {
  const drawer = document.getElementById(CART_DRAWER_ID)
  if (drawer instanceof HTMLDialogElement && !drawer.open) drawer.showModal()
}
