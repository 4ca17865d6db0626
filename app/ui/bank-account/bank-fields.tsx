import { useEffect, useState } from 'react'
import type { Bank } from '../../../adapters/banks/bank-directory.ts'
import { Field } from '../forms/field.tsx'
import { SelectField } from '../forms/select-field.tsx'
import { Notice } from '../notice.tsx'
import { AccountName } from './account-name.tsx'
import { type FoundName, useAccountName } from './use-account-name.ts'

const NO_BANKS = 'You cannot go on without the list of banks. Please try again in a moment.'

/** What is missing is said by the server, beside its field. */
const waits: Record<FoundName['state'], string | null> = {
  incomplete: null,
  asking: 'One moment: we are looking up whose account this is.',
  found: null,
  problem: 'We could not verify this account, and payouts go nowhere else. Please check the bank and the number.',
}

/** The name comes by itself once a bank and ten digits are given, and nobody goes on without it. */
export function BankFields(props: {
  fields: Readonly<Record<string, string>>
  /** Null where the provider does not answer. */
  banks: readonly Bank[] | null
  /** The form's own page, to be loaded again for the banks. */
  page: Address
  /** Is told in words why the form cannot go on yet, or null where these fields are complete. */
  setMissing(missing: string | null): void
}) {
  const { fields, setMissing, banks } = props
  const [bank, setBank] = useState(fields['bank'] ?? '')
  const [number, setNumber] = useState(fields['account_number'] ?? '')
  const found = useAccountName(bank, number)
  const missing = banks ? waits[found.state] : NO_BANKS
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parent passes a new but equal callback each time.
  useEffect(() => setMissing(missing), [missing])
  if (!banks) {
    return (
      <Notice kind="warn">
        The list of banks cannot be loaded right now. Everything you typed is kept.{' '}
        <a href={props.page} className="underline">
          Try again
        </a>
      </Notice>
    )
  }
  return (
    <>
      <SelectField name="bank" label="Bank" required value={bank} onChange={(event) => setBank(event.target.value)}>
        <option value="">Choose your bank</option>
        {banks.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field
        name="account_number"
        label="Account Number"
        inputMode="numeric"
        autoComplete="off"
        required
        maxLength={10}
        value={number}
        hint="Ten digits. Payouts go to this account."
        onChange={(event) => setNumber(event.target.value.trim())}
      />
      <AccountName found={found} />
    </>
  )
}
