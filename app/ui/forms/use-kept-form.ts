import { useEffect, useRef, useState } from 'react'
import { forgetForm, keepForm, readKept, restoreForm } from './kept-form.ts'

/**
 * A form whose text this tab keeps under `key` until it is saved: what was typed comes back with it. `unsaved` says
 * that something did, also when the dialog around it is opened again. `version` is that of what the form shows: it
 * stays the one of the first keystroke, and is kept with what was typed. As `round` changes, the form begins anew.
 */
export function useKeptForm(key: string | null, version?: string) {
  const form = useRef<HTMLFormElement>(null)
  const [unsaved, setUnsaved] = useState(false)
  const [round, setRound] = useState(0)
  const [shown, show] = useState(version)
  const [begun, begin] = useState<string | null>(null)
  if (begun === null && version !== shown) {
    show(version)
    setRound(round + 1)
  }
  useEffect(() => {
    if (!key || !form.current) return
    const kept = restoreForm(key, form.current)
    const is_kept = Object.keys(kept).length > 0
    setUnsaved(is_kept)
    if (is_kept) begin(kept['version'] ?? '')
    const closed = new AbortController()
    const look = () => setUnsaved(Object.keys(readKept(key)).length > 0)
    form.current.closest('dialog')?.addEventListener('close', look, { signal: closed.signal })
    return () => closed.abort()
  }, [key])
  const forget = () => {
    if (key) forgetForm(key)
    setUnsaved(false)
    begin(null)
  }
  return {
    form,
    unsaved,
    round,
    version: version === undefined ? undefined : (begun ?? version),
    /** It was typed over this version. */
    begin,
    keep() {
      if (begun === null && version !== undefined) begin(version)
      if (key && form.current) keepForm(key, form.current)
    },
    forget,
    throwAway() {
      forget()
      setRound(round + 1)
    },
  }
}
