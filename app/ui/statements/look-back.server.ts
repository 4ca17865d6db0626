import { createHash } from 'node:crypto'
import { formatNaira, kobo } from '../../../domain/money.ts'
import { type Brought, LOOK_BACK_DAYS, type LookBack } from '../../../domain/orders/figures/look-back.ts'
import { textOf } from '../../request/form-texts.ts'
import { confirmation } from '../forms/action-answer.ts'

/** What is sent along once a kitchen has seen what these terms would have done. */
const SEEN = 'seen'

/** Other terms would have done something else. */
const termsOf = (form: FormData) =>
  createHash('sha256')
    .update(JSON.stringify([...form].filter(([name]) => name !== SEEN && !name.startsWith('_'))))
    .digest('base64url')
    .slice(0, 16)

export const hasSeen = (form: FormData): boolean => textOf(form, SEEN) === termsOf(form)

/** What a promotion would have cost and brought, before it is made. */
export function showLookBack(form: FormData, look: LookBack) {
  const { orders, counted, sold_kobo, taken_off_kobo, earned_kobo, would_earn_kobo, more_orders } = look
  const less = kobo(earned_kobo - would_earn_kobo)
  const facts =
    counted === 0
      ? []
      : ([
          ['Their dishes', formatNaira(sold_kobo)],
          ['Taken off', formatNaira(taken_off_kobo)],
          ['You earn without it', formatNaira(earned_kobo)],
          ['With it', `${formatNaira(would_earn_kobo)}, ${formatNaira(less)} less`],
          ['It pays from', more_orders === null ? 'no number of orders' : `${more_orders} more orders like these`],
        ] as const)
  return confirmation(
    form,
    `On your last ${LOOK_BACK_DAYS} days: it would have counted for ${counted} of ${orders} orders. Nobody knows who ` +
      'would have ordered besides. Press once more to make it.',
    { name: SEEN, value: termsOf(form), button: 'Make it', facts },
  )
}

/** What a promotion did, in a sentence; empty where no order used it. */
export function broughtInWords(brought: Brought | undefined): string {
  if (!brought) return ''
  const { orders, sold_kobo, earned_kobo, first_orders } = brought
  const many = orders === 1 ? '1 order' : `${orders} orders`
  const money = `${many} with dishes of ${formatNaira(sold_kobo)}; you earned ${formatNaira(earned_kobo)}`
  return `${money}. First orders here: ${first_orders}`
}
