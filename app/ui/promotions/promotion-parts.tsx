import { ActionCheckbox, ActionForm } from '../forms/action-form.tsx'
import { ConfirmWithReason } from '../forms/confirm-with-reason.tsx'
import { Field } from '../forms/field.tsx'
import { SelectField } from '../forms/select-field.tsx'
import { type Column, DataTable } from '../lists/data-table.tsx'
import { Titled } from '../titled.tsx'
import type { PromotionView } from './promotion-view.server.ts'

/** Promotions with their terms, uses and cost; the admins' list says whose money each is, a kitchen's what each did. */
export function PromotionTable(props: { promotions: readonly PromotionView[]; shows_bearer?: boolean }) {
  const { promotions, shows_bearer = false } = props
  if (promotions.length === 0) return <p className="card mt-6 p-5">No promotion yet. Make the first one below.</p>
  return (
    <div className="mt-6">
      <DataTable
        caption="Promotions, newest first"
        rows={promotions}
        keyOf={(promotion) => promotion.id}
        columns={columns.filter(({ name }) => name !== (shows_bearer ? BROUGHT : BORNE_BY))}
      />
    </div>
  )
}

/** The form of a new promotion; `round` empties it once that has changed. */
export function PromotionForm({ today, round, of_kitchen = false }: PromotionFormProps) {
  return (
    <Titled id="new" title="Make a promotion" className="card mt-8 max-w-2xl p-5">
      <p className="mt-1 mb-4 text-ink-soft">What is left empty is no limit. It counts at once, or from a day on.</p>
      <ActionForm key={round} intent="create" button="Make the promotion" busy="Making…" noValidate>
        <SelectField name="taken" label="How customers get it" defaultValue="code">
          <option value="code">They type a code</option>
          <option value="itself">It applies by itself, and we show it</option>
        </SelectField>
        <Field
          name="promotion"
          label="Code"
          maxLength={30}
          autoComplete="off"
          hint="For a code: 6 to 20 letters and figures. Customers may type it in any case, with spaces."
        />
        <SelectField name="kind" label="What it takes off" defaultValue="percent">
          <option value="percent">A percentage of the dishes</option>
          <option value="amount">An amount off the dishes</option>
          <option value="free_delivery">The delivery fee</option>
        </SelectField>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field name="percent" label="Percent" inputMode="numeric" autoComplete="off" hint="For a percentage." />
          <Field
            name="amount"
            label="Amount (₦)"
            inputMode="decimal"
            autoComplete="off"
            hint="What comes off, or the most that a percentage takes off."
          />
          <Field name="minimum" label="Dishes cost at least (₦)" inputMode="decimal" autoComplete="off" />
          <Field name="budget" label="Budget in all (₦)" inputMode="decimal" autoComplete="off" />
          <Field name="most_uses" label="Uses in all" inputMode="numeric" autoComplete="off" />
          <Field name="most_uses_each" label="Uses per phone" inputMode="numeric" autoComplete="off" />
          <Field name="hours_from" label="From (time of day)" type="time" />
          <Field name="hours_until" label="Until (time of day)" type="time" />
          <Field name="from" label="From" type="date" min={today} />
          <Field name="until" label="Last day" type="date" min={today} />
        </div>
        <fieldset>
          <legend className="font-semibold">Only on these days</legend>
          <div className="flex flex-wrap gap-x-4">
            {day_names.map((name, day) => (
              <label key={name} className="flex min-h-11 items-center gap-2">
                <input type="checkbox" name="days" value={day} className="size-5 shrink-0" />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
        <ActionCheckbox name="first_order_only">
          {of_kitchen ? 'Only for a phone number’s first order here' : 'Only for the first order of a phone number'}
        </ActionCheckbox>
      </ActionForm>
    </Titled>
  )
}

type PromotionFormProps = { today: string; round: number; of_kitchen?: boolean }

const day_names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

const BORNE_BY = 'Borne by'
const BROUGHT = 'Brought'

const columns: readonly Column<PromotionView>[] = [
  { name: 'Name', names_row: true, className: 'font-bold', cell: (row) => row.code },
  { name: BORNE_BY, cell: (row) => row.bearer },
  {
    name: 'Takes off',
    cell: ({ takes_off, terms }) => (
      <div>
        {takes_off}
        {terms.map((term) => (
          <span key={term} className="block text-sm text-ink-soft">
            {term}
          </span>
        ))}
      </div>
    ),
  },
  { name: 'State', cell: (row) => row.state },
  { name: 'Used', cell: (row) => row.used },
  { name: 'Cost', className: 'money', cell: (row) => row.cost },
  { name: BROUGHT, className: 'text-sm', cell: (row) => row.brought || 'Nothing yet' },
  { name: 'End', quiet: true, cell: (row) => <End row={row} /> },
]

function End({ row }: { row: PromotionView }) {
  if (!row.can_end) return null
  return (
    <ConfirmWithReason
      intent="end"
      subject={{ name: 'promotion_id', value: row.id }}
      ask="End…"
      what={`Nobody can take ${row.code} any more. Who is paying with it right now still may.`}
      button={`End ${row.code}`}
      busy="Ending…"
    />
  )
}
