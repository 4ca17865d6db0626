import { useSyncExternalStore } from 'react'
import type { DataStrategyResult, MiddlewareFunction } from 'react-router'

/** Why a screen is not brought up to date any more: it is for another role now, or nobody is logged in here. */
export type Shut = 'role' | 'login'

let shut: Shut | null = null
const listeners = new Set<() => void>()

function say(now: Shut | null): void {
  if (now === shut) return
  shut = now
  for (const tell of listeners) tell()
}

/**
 * A screen that looks for news of itself, and that its reader may not see any more, is not taken away while something
 * that was typed is not sent: it stays as it was, `useShut` says why, and what is sent from it is refused in words. An
 * admin's or a kitchen's layout exports it as `clientMiddleware`. Whoever goes to another screen is led on as before.
 */
export const stayWithTyped: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }, next) => {
  const results = await next()
  const is_look = request.method === 'GET' && new URL(request.url).pathname === window.location.pathname
  // What is asked for another screen, or was given up for a newer look, says nothing of this one.
  if (!is_look || request.signal.aborted) return results
  const why = whyShut(results)
  if (!why || !isSomethingTyped(document.forms)) {
    say(null)
    return results
  }
  say(why)
  // No data takes the place of what is shown. The next look, or a press on a link, ends this one.
  await new Promise((resolve) => request.signal.addEventListener('abort', resolve, { once: true }))
  return results
}

/** Why the screen of this tab stays as it was; null while it is up to date. */
export function useShut(): Shut | null {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => shut,
    () => null,
  )
}

function whyShut(results: Record<string, DataStrategyResult>): Shut | null {
  for (const { result } of Object.values(results)) {
    const to = result instanceof Response ? result.headers.get('location') : null
    if (to?.startsWith('/unauthorized')) return 'role'
    if (to?.startsWith('/login')) return 'login'
  }
  return null
}

/** Whether a field says something else than the page came with. A box that a script fills says what it came with. */
export function isSomethingTyped(forms: Iterable<HTMLFormElement>): boolean {
  return [...forms].some((form) => [...form.elements].some(isChanged))
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options]
    // Without a choice of the page's own, a browser shows the first.
    const came_with = options.some(({ defaultSelected }) => defaultSelected)
    return options.some(({ selected, defaultSelected }, at) => selected !== (came_with ? defaultSelected : at === 0))
  }
  if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false
  if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked
  if (field.type === 'file') return (field.files?.length ?? 0) > 0
  return field.value !== field.defaultValue
}
