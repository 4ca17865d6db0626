/** Where a browser without script has its cart (docs/decisions/112). */
export const CART_COOKIE = 'cart'
