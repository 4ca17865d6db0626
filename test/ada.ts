/** The customer of tests: what she types at the checkout. */
export const ada = {
  firstName: 'Ada',
  lastName: 'Obi',
  email: 'ada@example.com',
  phone: '0803 123 4567',
  address: 'Room 12, Jadesola Hall',
  note: '',
}

/** Where she wants it, as a telephone without a position and without a chosen place says it. */
export const nowhere = { latitude: null, longitude: null, offered: null }
