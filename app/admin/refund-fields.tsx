import { formatNaira, type Kobo } from '../../domain/money.ts'
import { ActionCheckbox } from '../ui/forms/action-form.tsx'
import { Field } from '../ui/forms/field.tsx'
import { SelectField } from '../ui/forms/select-field.tsx'

/** How much goes back. */
export function Amount({ label, proposed }: { label: string; proposed?: string }) {
  return (
    <Field name="amount" label={label} defaultValue={proposed} inputMode="decimal" autoComplete="off" maxLength={15} />
  )
}

/** Whose money it is. Nothing is chosen beforehand where nobody can know. */
export function Bearer({ carrier, likely }: { carrier: string | null; likely?: 'vendor' | null }) {
  return (
    <SelectField name="borne_by" label="Who bears it?" defaultValue={likely ?? ''} required>
      <option value="">Please choose</option>
      <option value="vendor">The vendor</option>
      <option value="platform">The platform</option>
      {carrier !== null && <option value="rider">The rider, {carrier}</option>}
    </SelectField>
  )
}

/** Whether what is left of the delivery fee goes back too. */
export function DeliveryFee({ left }: { left: Kobo }) {
  return left === 0 ? null : (
    <ActionCheckbox name="with_delivery_fee">The delivery fee too: {formatNaira(left)}</ActionCheckbox>
  )
}
