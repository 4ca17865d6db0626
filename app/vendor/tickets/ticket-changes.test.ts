import { expect, test } from 'vitest'
import { changesSince, type Printed } from './ticket-changes.ts'

type Now = Required<Printed>
const ticket = (cook: string[], out: string[] = [], is_cancelled = false): Now => ({
  cook,
  out,
  is_cancelled,
  note: '',
})
const noted = (note: string, out: string[] = []): Now => ({ ...ticket([rice], out), note })
const rice = '2 x Jollof Rice (Large)'

test.each<[string, Printed, Now, string[]]>([
  ['the same', ticket([rice]), ticket([rice]), []],
  [
    'a dish that is out',
    ticket([rice]),
    ticket([rice], ['Jollof Rice (Large)']),
    ['Jollof Rice (Large) is out: wait for the customer'],
  ],
  [
    'a swap',
    ticket([rice], ['Jollof Rice (Large)']),
    ticket(['1 x Jollof Rice (Large)', '1 x Zobo, instead of Jollof Rice (Large)']),
    [`No more: ${rice}`, 'Now: 1 x Jollof Rice (Large)', 'Now: 1 x Zobo, instead of Jollof Rice (Large)'],
  ],
  ['one that is left out', ticket([rice, '1 x Zobo'], ['Zobo']), ticket([rice]), ['No more: 1 x Zobo']],
  [
    'one that is there after all',
    ticket([rice], ['Jollof Rice (Large)']),
    ticket([rice]),
    ['Jollof Rice (Large): cook it after all'],
  ],
  ['another note', noted(''), noted('No pepper'), ['Note now: “No pepper”']],
  ['a note that was taken out', noted('No pepper'), noted(''), ['The note was taken out']],
  ['a ticket that an older page kept', { cook: [rice], out: [], is_cancelled: false }, noted('No pepper'), []],
  [
    'another note, and a dish that is there after all',
    noted('', ['Jollof Rice (Large)']),
    noted('Cut it'),
    ['Jollof Rice (Large): cook it after all', 'Note now: “Cut it”'],
  ],
  ['a cancelled order', ticket([rice]), ticket([rice], [], true), ['Cancelled: do not cook it']],
  ['one whose ticket says so already', ticket([rice], [], true), ticket([rice], [], true), []],
])('%s', (_what, before, now, changes) => {
  expect(changesSince(before, now)).toEqual(changes)
})
