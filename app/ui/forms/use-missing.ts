import { type FormEvent, useState } from 'react'

/**
 * For a form that may not be sent yet though its button is there: pressing it says why. `missing` is in words, null
 * where nothing is in the way; `told` is what to show since somebody pressed.
 */
export function useMissing() {
  const [missing, setMissing] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  return {
    setMissing,
    told: asked ? missing : null,
    /** To be called when the form is submitted; true where it was stopped. */
    stops(event: FormEvent): boolean {
      setAsked(missing !== null)
      if (missing !== null) event.preventDefault()
      return missing !== null
    },
  }
}
