import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { useAwake } from './use-filled.ts'

/** Long enough to be read. */
const SHOWN_MS = 4000

/**
 * A result dialog with OK that goes on by itself after a moment. Without scripts it is open from the start, and its
 * button works.
 */
export function ResultDialog({ text, leads_to }: { text: string; leads_to: Address }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const awake = useAwake()
  const navigate = useNavigate()

  useEffect(() => {
    if (!awake) return
    if (!dialog.current?.open) dialog.current?.showModal()
    const timer = setTimeout(() => void navigate(leads_to), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [awake, leads_to, navigate])

  return (
    <dialog
      ref={dialog}
      open={!awake}
      aria-labelledby="result"
      className={
        'sheet m-auto w-[calc(100%-2rem)] max-w-sm rounded-card border border-line bg-surface p-6 text-center ' +
        'shadow-raised'
      }
      onClose={() => void navigate(leads_to)}
    >
      <p id="result" className="text-lg font-semibold">
        {text}
      </p>
      <form {...(awake ? { method: 'dialog' } : { method: 'get', action: leads_to })} className="mt-5">
        <button type="submit" className={buttonClass('primary', 'w-full')}>
          OK
        </button>
      </form>
    </dialog>
  )
}
