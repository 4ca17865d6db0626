import { brand } from '../../../domain/brand.ts'
import { campusDate } from '../../../domain/clock.ts'
import { listPromotions } from '../../../domain/promotions/promotion-list.ts'
import { requireAdmin } from '../../account/require-role.ts'
import { services_context } from '../../services.ts'
import { ActionCheckbox, ActionForm } from '../../ui/action-form.tsx'
import { AnswerBoard } from '../../ui/answer-board.tsx'
import { ConfirmWithReason } from '../../ui/confirm-with-reason.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Field } from '../../ui/field.tsx'
import { ScreenError } from '../../ui/screen-error.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { adminAction } from '../admin-action.server.ts'
import type { Route } from './+types/promotions'
import { type PromotionView, promotionView } from './promotion-view.server.ts'
import { promotionsAction } from './promotions-action.server.ts'

export const ErrorBoundary = ScreenError

export const meta: Route.MetaFunction = () => [{ title: `Promotions - ${brand.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  await requireAdmin(context, request, 'see_money')
  const now = clock.now()
  const promotions = await listPromotions(db, now)
  return { today: campusDate(now), promotions: promotions.map((promotion) => promotionView(promotion, now)) }
}

export const action = adminAction(promotionsAction)

export default function Promotions({ loaderData: { promotions, today } }: Route.ComponentProps) {
  return (
    <AnswerBoard passing>
      <h1 className="text-3xl font-extrabold">Promotions</h1>
      <p className="mt-2 max-w-2xl text-ink-soft">
        Codes that make an order cheaper. {brand.name} pays the difference: kitchens and riders get what they would have
        got without it.
      </p>
      {promotions.length === 0 ? (
        <p className="card mt-6 p-5">No promotion yet. Make the first code below.</p>
      ) : (
        <div className="mt-6">
          <DataTable
            caption="Promotions, newest first"
            rows={promotions}
            keyOf={(promotion) => promotion.id}
            columns={columns}
          />
        </div>
      )}
      <section aria-labelledby="new" className="card mt-8 max-w-2xl p-5">
        <h2 id="new" className="text-xl font-bold">
          Make a code
        </h2>
        <p className="mt-1 mb-4 text-ink-soft">What is left empty is no limit. It counts at once, or from a day on.</p>
        <ActionForm key={promotions.length} intent="create" button="Make the code" busy="Making…" noValidate>
          <Field
            name="promotion"
            label="Code"
            required
            maxLength={30}
            autoComplete="off"
            hint="6 to 20 letters and figures. Customers may type it in any case, with spaces."
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
            <Field name="from" label="From" type="date" min={today} />
            <Field name="until" label="Last day" type="date" min={today} />
          </div>
          <ActionCheckbox name="first_order_only">Only for the first order of a phone number</ActionCheckbox>
        </ActionForm>
      </section>
    </AnswerBoard>
  )
}

const columns: readonly Column<PromotionView>[] = [
  { name: 'Code', names_row: true, className: 'font-bold', cell: (row) => row.code },
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
