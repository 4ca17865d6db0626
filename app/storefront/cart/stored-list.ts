declare global {
  var kept_in_page: Map<string, string> | undefined
}

/**
 * Private windows and full phones refuse storage; what is kept then lives as long as the page, for all its scripts, and
 * goes before what a phone that was less full has kept. Those in early/ have this module for themselves.
 */
globalThis.kept_in_page ??= new Map()
const memory = globalThis.kept_in_page

export function readStorage(key: string): string | null {
  try {
    return memory.get(key) ?? localStorage.getItem(key)
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
 * A list that this browser keeps, the same in every tab. Storage may hold anything: an older version's list, half of
 * one, somebody's experiment. Items for which `itemOf` answers null are dropped, and so are those beyond `most`.
 * `storedOf` says what is kept of an item.
 */
export function storedList<Item>(
  key: string,
  itemOf: (value: unknown) => Item | null,
  most: number,
  storedOf: (item: Item) => unknown = (item) => item,
) {
  let text: string | null = null
  let items: readonly Item[] = []

  function read(): readonly Item[] {
    const stored = readStorage(key)
    if (stored === text) return items
    text = stored
    try {
      items = (JSON.parse(String(stored)) as unknown[]).flatMap((value) => itemOf(value) ?? []).slice(0, most)
    } catch {
      items = []
    }
    return items
  }

  return {
    read,
    save(changed: readonly Item[]): void {
      writeStorage(key, JSON.stringify(changed.map(storedOf)))
      // Browsers tell the other tabs only.
      dispatchEvent(new Event('storage'))
    },
  }
}

/** Tells a listener when what is kept has changed, in whichever tab; answers how to stop that. */
export function onStorage(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}
