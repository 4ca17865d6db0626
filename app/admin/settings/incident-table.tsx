import type { IncidentSettings } from '../../../domain/delivery/incidents/incident-settings.ts'
import {
  type Consequence,
  called_off_pay,
  consequenceOf,
  incident_reasons,
  ways_out,
} from '../../../domain/delivery/incidents/lifecycle.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { moneyInWords, payInWords, reasons_in_words, ways_in_words } from '../dispatch/incident-choices.ts'

const next_words: Readonly<Record<Consequence['next'], string>> = {
  ends: 'nothing more is carried',
  goes_on: 'the same rider brings it',
  next_rider: 'the next rider brings it',
}

const lines = incident_reasons.flatMap((reason) =>
  ways_out.flatMap((way_out) => {
    const planned = consequenceOf(reason, way_out)
    return planned ? [{ reason, way_out, planned }] : []
  }),
)

/** What follows of each way out after the pick-up, by the table that riders and admins decide by (decision 106). */
export function IncidentTable({ shares }: { shares: IncidentSettings }) {
  const columns: readonly Column<(typeof lines)[number]>[] = [
    { name: 'What stands in the way', names_row: true, cell: ({ reason }) => reasons_in_words[reason] },
    { name: 'Way out', cell: ({ way_out }) => ways_in_words[way_out] },
    { name: 'Then', cell: ({ planned }) => next_words[planned.next] },
    { name: 'The customer’s money', cell: ({ planned }) => moneyInWords(planned.money) },
    { name: 'The rider is', cell: ({ planned }) => payInWords(planned.pay, shares) },
  ]
  return (
    <div className="mt-5">
      <h4 className="mb-2 font-bold">What follows, whoever decides</h4>
      <DataTable
        caption="What follows of each way out"
        rows={lines}
        keyOf={({ reason, way_out }) => `${reason} ${way_out}`}
        columns={columns}
      />
      <p className="mt-2 text-ink-soft">
        Where an admin cancels an order on its way, its rider is {payInWords(called_off_pay.write_off)}; of food that
        goes back already, {payInWords(called_off_pay.bring_back, shares)}. The platform pays it. Where the rider bears
        a refund of the order, it is paid once an admin agrees.
      </p>
    </div>
  )
}
