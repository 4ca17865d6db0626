import { useEffect, useState } from 'react'
import type { Bank } from '../../../adapters/banks/bank-directory.ts'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { AccountName } from './account-name.tsx'
import { useAccountName } from './use-account-name.ts'
import type { StepProps } from './wizard.tsx'

/** Spec §5: the name comes by itself once a bank and ten digits are given, and nobody goes on without it. */
export function BankStep({ fields, errors, setReady, banks }: StepProps & { banks: readonly Bank[] | null }) {
  const [bank, setBank] = useState(fields['bank'] ?? '')
  const [number, setNumber] = useState(fields['account_number'] ?? '')
  const found = useAccountName(bank, number)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parent's callback is the same one in other words.
  useEffect(() => setReady(found.state === 'found'), [found.state])
  if (!banks) {
    return (
      <Notice kind="warn">
        The list of banks cannot be had right now. Everything you typed is kept.{' '}
        <a href="/account" className="underline">
          Try again
        </a>
      </Notice>
    )
  }
  return (
    <>
      <SelectField
        name="bank"
        label="Bank"
        required
        value={bank}
        error={errors['bank']}
        onChange={(event) => setBank(event.target.value)}
      >
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
        error={errors['account_number']}
        hint="Ten digits. Payouts go to this account."
        onChange={(event) => setNumber(event.target.value.trim())}
      />
      <AccountName found={found} />
    </>
  )
}
