/** The product's own name and addresses, as they appear in pages, mails and text messages. */
export const brand = {
  name: 'ChowGate',
  tagline: 'Campus food, at your gate',
  campus: 'FUTA',
  city: 'Akure',
  support_email: 'help@chowgate.ng',
  support_phone: '0800 246 9428',
} as const

/** Only in documents and mails, so it stands apart from `brand`, which every page's script carries. */
export const business_address = 'Shop 4, Aluta Market, FUTA, Akure, Ondo State'

/** First part of every tx_ref (docs/product.md#payment). */
export const tx_ref_prefix = 'CHOW'
