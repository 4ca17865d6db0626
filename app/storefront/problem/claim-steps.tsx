import type { ReactNode } from 'react'
import type { OrderClaim } from '../../../domain/claims/claim-lists.ts'
import type { ClaimStatus } from '../../../domain/claims/lifecycle.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { kind_words } from '../../ui/claim-words.ts'

/** What a customer told us about an order, and every step since: rendered on the server only. */
export function ClaimSteps({ claim }: { claim: OrderClaim }) {
  return (
    <>
      <p className="font-semibold">{kind_words[claim.kind]}</p>
      {claim.lines.length > 0 && <p>{claim.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}</p>}
      <ol className="mt-2 grid gap-1">
        <Step at={claim.created_at}>You told us.</Step>
        {claim.words.map(({ text, said_at }) => (
          <Step key={`${said_at.getTime()} ${text}`} at={said_at}>
            <span className="whitespace-pre-line wrap-anywhere">“{text}”</span>
          </Step>
        ))}
        <Step at={claim.decided_at}>
          {claim.status === 'Approved' && !claim.gave_back ? BACK_BEFORE : status_words[claim.status]} {claim.reason}
        </Step>
      </ol>
    </>
  )
}

/** Where a claim stands, as its customer reads it. */
const status_words: Readonly<Record<ClaimStatus, string>> = {
  Open: 'We are looking at it, and tell you here and by SMS.',
  Approved: 'Approved: money goes back to you.',
  Refused: 'No money goes back for this.',
}

/** There was nothing left to give back for it. */
const BACK_BEFORE = 'You were right, and your money went back before.'

function Step({ at, children }: { at: Date | null; children: ReactNode }) {
  return (
    <li>
      {at && <span className="money text-sm text-ink-soft">{formatCampusDateTime(at)} </span>}
      {children}
    </li>
  )
}
