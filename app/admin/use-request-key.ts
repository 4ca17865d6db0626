import { useState } from 'react'

/**
 * The key of a form that adds something or gives money back, kept until it has done its work: pressing again after a
 * lost answer does nothing twice. `fresh` comes with every answer of the server; call `renew` once the form is done.
 */
export function useRequestKey(fresh: string): { key: string; renew(): void } {
  const [key, keep] = useState(fresh)
  const [used, use] = useState<string | null>(null)
  if (key === used && fresh !== used) keep(fresh)
  return { key, renew: () => use(key) }
}
