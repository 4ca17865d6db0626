import { formatNaira, kobo, sumKobo } from '../../../domain/money.ts'
import type { MessageCosts } from '../../../domain/notifications/outbox/message-costs.ts'
import { counted } from '../../ui/counted.ts'
import { DayBars } from '../../ui/day-bars.tsx'
import { type Column, DataTable } from '../../ui/lists/data-table.tsx'
import { Titled } from '../../ui/titled.tsx'
import { firmName } from '../firm-name.ts'

type Costs = {
  days: (MessageCosts['days'][number] & { name: string })[]
  gateways: MessageCosts['gateways']
  saved: number
}
type Gateway = MessageCosts['gateways'][number]

/** What text messages cost and how many arrive, by day and by gateway. */
export function TextMessageCosts({ costs: { days, gateways, saved } }: { costs: Costs }) {
  const messages = days.reduce((all, day) => all + day.messages, 0)
  const cost = sumKobo(days.map((day) => day.cost))
  const delivered = days.reduce((all, day) => all + day.delivered, 0)
  return (
    <Titled id="costs" title="Text messages of two weeks" className="mt-6">
      {messages === 0 ? (
        <p className="card mt-3 p-5 text-ink-soft">No text message was sent in the last two weeks.</p>
      ) : (
        <>
          <div className="mt-3 grid gap-4 lg:grid-cols-2">
            <DayBars
              name="Cost by day"
              total={`${formatNaira(cost)} for ${counted(messages, 'message')}`}
              bars={days.map(({ day, name, cost, messages }) => ({
                day,
                name,
                value: cost,
                words: `${formatNaira(cost)}, ${counted(messages, 'message')}`,
              }))}
            />
            <DayBars
              name="Delivered by day"
              full={100}
              total={`${percentOf(delivered, messages)} % of ${messages.toLocaleString('en-NG')}`}
              bars={days.map(({ day, name, delivered, messages }) => ({
                day,
                name,
                value: percentOf(delivered, messages),
                words:
                  messages === 0
                    ? 'none sent'
                    : `${percentOf(delivered, messages)} %, ${delivered} of ${counted(messages, 'message')}`,
              }))}
            />
          </div>
          {saved > 0 && (
            <p className="mt-4">
              {counted(saved, 'message')} more {saved === 1 ? 'was' : 'were'} not needed, because a push with the same
              news showed: about {formatNaira(kobo(Math.round((cost / messages) * saved)))} saved.
            </p>
          )}
          <div className="mt-4">
            <DataTable
              caption="Text messages of two weeks by gateway"
              rows={gateways}
              keyOf={(row) => row.gateway}
              columns={columns}
            />
          </div>
        </>
      )}
    </Titled>
  )
}

const percentOf = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100))

const columns: readonly Column<Gateway>[] = [
  { name: 'Gateway', names_row: true, className: 'font-bold', cell: (row) => firmName(row.gateway) },
  { name: 'Messages', className: 'money', cell: (row) => row.messages.toLocaleString('en-NG') },
  { name: 'Parts', className: 'money', cell: (row) => row.segments.toLocaleString('en-NG') },
  { name: 'Delivered', className: 'money', cell: (row) => `${percentOf(row.delivered, row.messages)} %` },
  { name: 'Undelivered', className: 'money', cell: (row) => row.undelivered.toLocaleString('en-NG') },
  {
    name: 'No report',
    className: 'money',
    cell: (row) => (row.messages - row.delivered - row.undelivered).toLocaleString('en-NG'),
  },
  { name: 'Cost', className: 'money font-bold', cell: (row) => formatNaira(row.cost) },
]
