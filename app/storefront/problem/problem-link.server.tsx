import { renderToStaticMarkup } from 'react-dom/server'
import type { OrderClaim } from '../../../domain/claims/claim-lists.ts'
import type { ClaimStatus } from '../../../domain/claims/lifecycle.ts'
import { ClaimSteps } from './claim-steps.tsx'

type Asked = { id: number; track_token: string; claims: readonly OrderClaim[] }

/**
 * What was told about an order with every step, and the way to tell something: HTML, so that no script has to carry it.
 */
export const problemLink = (order: Asked): string => renderToStaticMarkup(<Problem {...order} />)

function linkWords(id: number, status: ClaimStatus | undefined): string {
  if (status === 'Open') return 'Add a word or a photo'
  return status ? 'See all that you told us' : `Something wrong with order ${id}?`
}

function Problem({ id, track_token, claims }: Asked) {
  const newest = claims.at(-1)
  return (
    <div className="mt-4 border-t border-line pt-3">
      {newest && <ClaimSteps claim={newest} />}
      <a
        className="inline-flex min-h-11 items-center text-link underline"
        href={`/track/${track_token}/problem` satisfies Address}
      >
        {linkWords(id, newest?.status)}
      </a>
    </div>
  )
}
