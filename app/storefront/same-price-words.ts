/** What customers read of a kitchen that promises it (docs/product.md#same-price). */
export const SAME_PRICE = 'Same price as at the counter'
