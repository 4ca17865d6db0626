import { useEffect, useRef, useState } from 'react'
import { forgetForm, keepForm, readKept, restoreForm } from './kept-form.ts'

/**
 * A form whose text this tab keeps under `key` until it is saved: what was typed comes back with it. `unsaved` says
 * that something did, also when the dialog around it is opened again.
 */
export function useKeptForm(key: string | null) {
  const form = useRef<HTMLFormElement>(null)
  const [unsaved, setUnsaved] = useState(false)
  useEffect(() => {
    if (!key || !form.current) return
    setUnsaved(Object.keys(restoreForm(key, form.current)).length > 0)
    const closed = new AbortController()
    const look = () => setUnsaved(Object.keys(readKept(key)).length > 0)
    form.current.closest('dialog')?.addEventListener('close', look, { signal: closed.signal })
    return () => closed.abort()
  }, [key])
  return {
    form,
    unsaved,
    keep() {
      if (key && form.current) keepForm(key, form.current)
    },
    forget() {
      if (key) forgetForm(key)
      setUnsaved(false)
    },
  }
}
