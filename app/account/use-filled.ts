import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether scripts run: false on the server and until the page is awake. */
export function useAwake(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** How long a browser may take to fill in what it remembers. */
const AUTOFILL_MS = 600

/**
 * Whether every field in `names` is filled. True until the page is awake, so that a button that waits for it works
 * without scripts.
 */
export function useFilled(names: readonly string[]) {
  const form = useRef<HTMLFormElement>(null)
  const [filled, setFilled] = useState(true)
  const look = () => {
    if (form.current) setFilled(names.every((name) => isFilled(form.current?.elements.namedItem(name))))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the page wakes up, and once browsers filled it in.
  useEffect(() => {
    look()
    const later = setTimeout(look, AUTOFILL_MS)
    return () => clearTimeout(later)
  }, [])
  return { form, filled, look }
}

function isFilled(field: Element | RadioNodeList | null | undefined): boolean {
  if (field instanceof RadioNodeList) return field.value !== ''
  // Browsers show a remembered password but hide it from scripts until the page is touched.
  return field instanceof HTMLInputElement && (field.value !== '' || field.matches(':-webkit-autofill'))
}
