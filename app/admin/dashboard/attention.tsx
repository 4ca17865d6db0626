import { ChevronRight, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { Actor } from '../../../domain/accounts/actor.ts'
import type { Attention } from '../../../domain/notifications/bell/needs-attention.ts'
import { maySee } from '../rights.ts'

type Waiting = { kind: Attention['kind']; count: number; since: string | null }

const words: Record<Attention['kind'], { one: string; many: string; to: Address | null }> = {
  no_places: {
    one: 'campus without places: nobody can order before there is one',
    many: 'campuses without places',
    to: '/admin/campus',
  },
  incident: {
    one: 'order that cannot simply be handed over',
    many: 'orders that cannot simply be handed over',
    to: '/admin/dispatch',
  },
  late: {
    one: 'order later than its customer was promised',
    many: 'orders later than their customers were promised',
    to: '/admin/dispatch',
  },
  at_risk: { one: 'order that will be late', many: 'orders that will be late', to: '/admin/dispatch' },
  no_rider: { one: 'order without a rider', many: 'orders without a rider', to: '/admin/dispatch' },
  declined: {
    one: 'order that every rider on duty declined',
    many: 'orders that every rider on duty declined',
    to: '/admin/dispatch',
  },
  stuck: {
    one: 'delivery whose rider has not moved on',
    many: 'deliveries whose riders have not moved on',
    to: '/admin/dispatch',
  },
  without_pin: {
    one: 'hand-over without the PIN to look at',
    many: 'hand-overs without the PIN to look at',
    to: '/admin/dispatch#without-pin',
  },
  ways_to_see: {
    one: 'way without a hand-over to look at',
    many: 'ways without a hand-over to look at',
    to: '/admin/dispatch#ways-to-see',
  },
  orders_unaccepted: {
    one: 'order that its kitchen has not answered',
    many: 'orders that their kitchens have not answered',
    to: '/admin/orders?status=Pending',
  },
  payments_on_review: { one: 'payment on review', many: 'payments on review', to: '/admin/review' },
  refunds_failed: {
    one: 'refund that failed',
    many: 'refunds that failed',
    to: '/admin/refunds?status=Failed',
  },
  payouts_waiting: { one: 'payout waiting', many: 'payouts waiting', to: '/admin/payout?status=Pending' },
  vendors_pending: {
    one: 'vendor waiting to be activated',
    many: 'vendors waiting to be activated',
    to: '/admin/vendors?status=Inactive',
  },
  messages_failed: {
    one: 'message that could not be sent',
    many: 'messages that could not be sent',
    to: '/admin/messages?status=Failed',
  },
  messages_held: {
    one: 'message held over a cap',
    many: 'messages held over a cap',
    to: '/admin/messages?status=Held',
  },
}

/** Whether an admin may look at where something waits. */
export const mayLookAt = (actor: Actor, { kind }: Pick<Attention, 'kind'>): boolean =>
  maySee(actor, words[kind].to ?? '/admin/dashboard')

/** What somebody has to decide, each with a link to it. */
export function NeedsAttention({ waiting }: { waiting: readonly Waiting[] }) {
  return (
    <section aria-labelledby="attention" className="mt-8">
      <h2 id="attention" className="text-xl font-bold">
        Needs attention now
      </h2>
      {waiting.length === 0 ? (
        <p className="card mt-3 flex items-center gap-3 p-5">
          <CircleCheck aria-hidden="true" size={22} className="shrink-0 text-good" />
          Nothing waits for you.
        </p>
      ) : (
        <ul className="card mt-3 divide-y divide-line overflow-hidden">
          {waiting.map(({ kind, count, since }) => {
            const { one, many, to } = words[kind]
            const row = (
              <>
                <strong className="money min-w-10 rounded-full bg-warn-soft px-3 py-0.5 text-center text-warn">
                  {count}
                </strong>
                <span className="min-w-0 grow">
                  {count === 1 ? one : many}
                  {since && <span className="block text-sm text-ink-soft">since {since}</span>}
                </span>
                {to && <ChevronRight aria-hidden="true" size={20} className="shrink-0 text-ink-soft" />}
              </>
            )
            const look = 'flex items-center gap-4 px-5 py-3'
            return (
              <li key={kind}>
                {to ? (
                  <Link to={to} className={`${look} hover:bg-sunken`}>
                    {row}
                  </Link>
                ) : (
                  <p className={look}>{row}</p>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
