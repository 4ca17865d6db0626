export type TestCard = {
  number: string
  expiry: string
  cvv: string
  brand: string
  label: string
  /** What the bank asks for after the card: PIN and OTP, its own page, or nothing. */
  asks: 'pin' | 'bank_page' | 'nothing'
  /** Why it fails in the end; missing when it pays. */
  refusal?: string
}

export const test_pin = '3310'
export const test_otp = '12345'

/** OTPs that fail; any other passes in test mode. */
export const failing_otps: Record<string, string> = {
  '5548': 'Invalid OTP',
  '6648': 'Insufficient Funds',
}

/** The provider's published test cards (its testing page). */
export const test_cards: [TestCard, ...TestCard[]] = [
  card('5531886652142950', '09/32', '564', 'MASTERCARD', 'Mastercard, PIN', 'pin'),
  card('5438898014560229', '10/31', '564', 'MASTERCARD', 'Mastercard, 3DS', 'bank_page'),
  card('4187427415564246', '09/32', '828', 'VISA', 'Visa, 3DS', 'bank_page'),
  card('5061460410120223210', '10/31', '780', 'VERVE', 'Verve, PIN', 'pin'),
  card('5061460166976054667', '10/29', '564', 'VERVE', 'Verve, asks nothing', 'nothing'),
  card('4556052704172643', '09/32', '899', 'VISA', 'Visa, AVS', 'pin'),
  card('5143010522339965', '08/32', '276', 'MASTERCARD', 'Declined', 'pin', 'Do not honour'),
  card('5590131743294314', '11/32', '887', 'MASTERCARD', 'Fraudulent', 'pin', 'Suspected fraud'),
  card('5258585922666506', '09/31', '883', 'MASTERCARD', 'No funds', 'pin', 'Insufficient Funds'),
  card('5399834697894723', '09/31', '883', 'MASTERCARD', 'Wrong PIN', 'pin', 'Incorrect PIN'),
]

function card(
  number: string,
  expiry: string,
  cvv: string,
  brand: string,
  label: string,
  asks: TestCard['asks'],
  refusal?: string,
): TestCard {
  return { number, expiry, cvv, brand, label, asks, ...(refusal === undefined ? {} : { refusal }) }
}

export const findTestCard = (number: string): TestCard | undefined =>
  test_cards.find((known) => known.number === number.replace(/\D/g, ''))

/** The test card of a charge, by the digits in its row. */
export const findTestCardByEnds = (first: string, last: string): TestCard | undefined =>
  test_cards.find(({ number }) => number.startsWith(first) && number.endsWith(last))

/** The card as verify and webhooks show it. */
export const cardShape = ({ number, brand, expiry }: TestCard) => ({
  first_6digits: number.slice(0, 6),
  last_4digits: number.slice(-4),
  issuer: `${brand} TEST BANK`,
  country: 'NG',
  type: brand,
  token: `flw-t1nf-sandbox-${number.slice(-4)}`,
  expiry,
})
