import { Notice } from '../notice.tsx'

/**
 * Shown beside the control whose request got no answer. `what` names what may not have been done, as a sentence of its
 * own; without `again` the form's own button is the way to try again.
 */
export function LostLineNotice({ what, again }: { what: string; again?: () => void }) {
  return (
    <Notice kind="bad">
      <p>No answer came. {what} Please look at your connection and try again: nothing is done twice.</p>
      {again && (
        <button type="button" className="min-h-11 underline" onClick={again}>
          Try again
        </button>
      )}
    </Notice>
  )
}
