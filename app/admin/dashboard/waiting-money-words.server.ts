import type { ClaimKind } from '../../../domain/claims/lifecycle.ts'
import type { WaitingLine } from '../../../domain/desk/waiting-line.ts'
import { formatPhone } from '../../../domain/phone.ts'
import type { DifferenceKind } from '../../../domain/reconciliation/lifecycle.ts'
import { amountText } from '../../ui/amount-text.ts'
import { kind_words } from '../../ui/claim-words.ts'
import { differences, reviews } from './difference-words.ts'

/** What a line is about, with the way to where it is decided. */
type Said = { what: string; detail?: string | undefined; to: Address; open: string }

export const money = ({ amount = 0, currency = 'NGN' }: WaitingLine) => amountText(amount, currency)

/** "Ask the provider’s support about its refund 8612. Last: no answer in 30 s". */
const askAbout = ({ about, error }: WaitingLine) =>
  `Ask the provider’s support about ${about}${error ? `. Last: ${error}` : ''}`

/** Money that waits, in words; what is done by one press stands with the rest of the desk. */
export const money_words = {
  payments_on_review: (line) => ({
    what: `${money(line)} ${reviews[line.about as keyof typeof reviews]}`,
    to: `/admin/review?case=${line.id}`,
    open: 'Decide',
  }),
  claims_open: (line) => ({
    what: `Order ${line.order_id}: “${kind_words[line.about as ClaimKind]}”`,
    to: `/admin/claims?claim=${line.id}`,
    open: 'Decide',
  }),
  refunds_failed: (line) => ({
    what: `A refund of ${money(line)} failed${line.order_id ? `, order ${line.order_id}` : ''}`,
    detail: line.error ?? undefined,
    to: `/admin/refunds?refund=${line.id}`,
    open: 'Decide',
  }),
  payouts_twice: (line) => ({
    what: `${money(line)} to ${line.name} may go out twice`,
    detail: `The provider makes ${line.about} after all. Ask its support to stop it; if it arrived, ask it back`,
    to: `/admin/payout?payout=${line.id}`,
    open: 'Say what came of it',
  }),
  payouts_failed: (line) => ({
    what: `The payout of ${money(line)} to ${line.name} failed`,
    detail: line.error ?? undefined,
    to: `/admin/payout?payout=${line.id}`,
    open: 'Decide',
  }),
  refunds_slow: (line) => ({
    what: `A refund of ${money(line)} has not arrived in five working days${
      line.order_id ? `, order ${line.order_id}` : ''
    }`,
    detail: askAbout(line),
    to: `/admin/refunds?refund=${line.id}`,
    open: 'Open the refund',
  }),
  payouts_slow: (line) => ({
    what: `The payout of ${money(line)} to ${line.name} has not arrived in a day`,
    detail: askAbout({ ...line, about: `transfer ${line.about}` }),
    to: `/admin/payout?payout=${line.id}`,
    open: 'Look at the payout',
  }),
  referrals_doubtful: (line) => ({
    what: `${formatPhone(line.name ?? '')} brought a friend who has to be looked at`,
    to: '/admin/referrals?status=In+review',
    open: 'Decide about the reward',
  }),
  differences: (line) => ({
    what: differences[line.about as DifferenceKind],
    to: `/admin/reconciliation?difference=${line.id}`,
    open: 'Compare',
  }),
} satisfies Record<string, (line: WaitingLine) => Said>
