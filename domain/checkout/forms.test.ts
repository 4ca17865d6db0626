import { expect, test } from 'vitest'
import { cart_lines, checkout_form } from './forms.ts'

const ada = {
  firstName: 'Ada',
  lastName: 'Obi-Ojo',
  email: 'ada@example.com',
  phone: '0803 123 4567',
  address: 'Block 3. Room 12, Jadesola Hall, opp. St. Co-op shop',
  note: 'Call me at 12.30, I am in LT.2',
}

test('what people write about where they are goes through', () => {
  expect(checkout_form.safeParse(ada).success).toBe(true)
})

test.each(['firstName', 'lastName', 'address', 'note'])(
  'a web address as %s is refused beside the field: it would be a link in the kitchen’s SMS',
  (field) => {
    for (const link of ['http://evil.example', 'www.evil.example', 'free-food.ng/win', 'BIT.LY/x', 'a evil.com b']) {
      const { error } = checkout_form.safeParse({ ...ada, [field]: link })
      expect(error?.issues).toMatchObject([{ path: [field], message: 'Please leave web addresses out.' }])
    }
  },
)

test('as much as a request can carry is refused without being searched again from each of its signs', () => {
  // From each sign, this would take minutes, in which nobody else is answered.
  const endless = 'a-'.repeat(200_000)
  expect(checkout_form.safeParse({ ...ada, note: endless }).error?.issues).toMatchObject([
    { path: ['note'], message: 'Please keep the note under 200 characters.' },
  ])
  expect(checkout_form.safeParse({ ...ada, note: `${endless}.com` }).error?.issues).toMatchObject([
    { path: ['note'], message: 'Please leave web addresses out.' },
  ])
})

test('a cart with signs that no database stores is none, wherever it comes from', () => {
  const line = { vendor_id: crypto.randomUUID(), name: 'Ẹ̀bà 🍲', price_kobo: 500_00, quantity: 1 }
  const size = { group: 'Size', name: 'Large' }
  expect(cart_lines.safeParse([{ ...line, options: [size] }]).success).toBe(true)
  for (const sign of ['\0', '\ud83c']) {
    for (const wrong of [
      { name: `Eba${sign}` },
      { options: [{ ...size, group: sign }] },
      { options: [{ ...size, name: sign }] },
    ]) {
      expect(cart_lines.safeParse([{ ...line, ...wrong }]).success).toBe(false)
    }
  }
})
