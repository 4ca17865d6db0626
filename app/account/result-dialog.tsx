import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { useAwake } from './use-filled.ts'

/** Long enough to be read. */
const SHOWN_MS = 4000

/**
 * A result dialog with OK. One that leads somewhere goes there by itself after a moment. Open from the start
 * where scripts do not run, and its button works there too.
 */
export function ResultDialog(props: {
  text: string
  leads_to: Address | null
  /** Anything that is new when the dialog has to open again. */
  occasion: unknown
}) {
  const { text, leads_to, occasion } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const awake = useAwake()
  const navigate = useNavigate()

  // biome-ignore lint/correctness/useExhaustiveDependencies: every new occasion opens it again.
  useEffect(() => {
    if (awake && !dialog.current?.open) dialog.current?.showModal()
  }, [awake, occasion])

  useEffect(() => {
    if (!leads_to) return
    const timer = setTimeout(() => void navigate(leads_to), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [leads_to, navigate])

  return (
    <dialog
      ref={dialog}
      open={!awake}
      aria-labelledby="result"
      className="sheet m-auto w-[calc(100%-2rem)] max-w-sm rounded-card border border-line bg-surface p-6 text-center shadow-raised"
      onClose={() => {
        if (leads_to) void navigate(leads_to)
      }}
    >
      <p id="result" className="text-lg font-semibold">
        {text}
      </p>
      <form
        {...(leads_to && !awake ? { method: 'get', action: leads_to } : { method: 'dialog' })}
        className="mt-5"
      >
        <button type="submit" className={buttonClass('primary', 'w-full')}>
          OK
        </button>
      </form>
    </dialog>
  )
}
