import { ConfirmFirst } from '../forms/confirm-first.tsx'
import { Notice } from '../notice.tsx'
import type { FoundName } from './use-account-name.ts'

/** Whose account it is, or why that is not known. */
export function AccountName({ found }: { found: FoundName }) {
  return (
    <div aria-live="polite" className="space-y-3">
      {found.state === 'asking' && <p className="text-ink-soft">Verifying…</p>}
      {found.state === 'found' && (
        <p className="rounded-control bg-good-soft p-4 text-good">
          Account Name: <strong>{found.account_name}</strong>
        </p>
      )}
      {found.state === 'problem' && found.confirm_first && <ConfirmFirst again={found.again} />}
      {found.state === 'problem' && !found.confirm_first && (
        <Notice kind="bad">
          <p>{found.problem}</p>
          <button type="button" className="min-h-11 underline" onClick={found.again}>
            Try again
          </button>
        </Notice>
      )}
      {'unusual' in found && found.unusual && (
        <p className="rounded-control bg-warn-soft p-4 text-warn">
          Please check the number again: its last digit is unusual for this bank.
          {found.state === 'found' && ' If the name is yours, all is well.'}
        </p>
      )}
    </div>
  )
}
