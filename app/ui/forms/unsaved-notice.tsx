import { Notice } from '../notice.tsx'

/** Above a form that shows again what was typed into it and never saved. */
export function UnsavedNotice({ onThrowAway }: { onThrowAway(): void }) {
  return (
    <Notice kind="warn">
      You typed this before. It is not saved yet.{' '}
      <button type="button" className="min-h-11 underline" onClick={onThrowAway}>
        Throw it away
      </button>
    </Notice>
  )
}
