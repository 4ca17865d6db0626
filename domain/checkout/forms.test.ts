import { expect, test } from 'vitest'
import { checkout_form } from './forms.ts'

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
