/** Private windows and full phones refuse storage; what is kept then lives as long as the page. */
const memory = new Map<string, string>()

export function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

export function writeStorage(key: string, value: string | null): void {
  memory.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value !== null) memory.set(key, value)
  }
}

/**
 * A list that this browser keeps, the same in every tab. Storage may hold anything: an older version's list, half of one,
 * somebody's experiment. What is no item is dropped, and so is what is more than `most`.
 */
export function storedList<Item>(key: string, isItem: (value: unknown) => value is Item, most: number) {
  const nothing: readonly Item[] = []
  const listeners = new Set<() => void>()
  let cached: { text: string | null; items: readonly Item[] } = { text: null, items: nothing }

  function parse(text: string | null): readonly Item[] {
    try {
      const value: unknown = JSON.parse(text ?? '[]')
      return Array.isArray(value) ? value.filter(isItem).slice(0, most) : nothing
    } catch {
      return nothing
    }
  }

  return {
    nothing,
    read(): readonly Item[] {
      const text = readStorage(key)
      if (text !== cached.text) cached = { text, items: parse(text) }
      return cached.items
    },
    save(items: readonly Item[]): void {
      writeStorage(key, JSON.stringify(items))
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      // Fires in the other tabs of this browser, never in the one that wrote.
      window.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', listener)
      }
    },
  }
}
