import { Facts } from '../facts.tsx'
import { Notice } from '../notice.tsx'
import type { Confirmation, Proof } from './action-answer.ts'
import { Field } from './field.tsx'

/** What a form asks once more before it is done: what follows, what it is about, and where it takes that, who asks. */
export function ConfirmStep({ said, confirm }: { said: string; confirm: Confirmation }) {
  return (
    <>
      <Notice kind="warn">{said}</Notice>
      {confirm.facts && <Facts facts={confirm.facts} />}
      <input type="hidden" name={confirm.name} value={confirm.value} />
      {confirm.proof && <Field {...proofs[confirm.proof]} name={confirm.proof} required data-proof="" />}
    </>
  )
}

const proofs = {
  password: { label: 'Your password', type: 'password', autoComplete: 'current-password', maxLength: 128 },
  code: {
    label: 'Code of your authenticator app',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    maxLength: 10,
  },
} as const satisfies Record<Proof, object>
