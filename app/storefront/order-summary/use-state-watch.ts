import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import type { CheckoutState } from '../../../domain/checkout/checkout-summary.ts'

const waiting: readonly CheckoutState[] = ['started', 'checking', 'failed', 'expired']

/** Two seconds at first, then longer: a page that waits for hours must not use up a data bundle. */
function pauseSeconds(asked: number): number {
  if (asked < 15) return 2
  return asked < 60 ? 5 : 30
}

/**
 * Asks now and then whether the checkout's state has changed, and loads the page's data again when it has. `opened`:
 * the payment window was opened on this page, so the bank may know more than the page.
 */
export function useStateWatch(link_token: string, shown: CheckoutState, opened: boolean): void {
  const { revalidate } = useRevalidator()
  const refresh = useEffectEvent(() => void revalidate())
  useEffect(() => {
    if (!opened && !waiting.includes(shown)) return
    let asked = 0
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      asked++
      try {
        if (!document.hidden) {
          const response = await fetch(`/order-summary/state?order=${encodeURIComponent(link_token)}` satisfies Address)
          const { state } = (await response.json()) as { state: string }
          if (state !== shown && state !== 'unknown') return refresh()
        }
      } catch {
        // Offline: the next question may get through.
      }
      timer = setTimeout(ask, pauseSeconds(asked) * 1000)
    }
    timer = setTimeout(ask, pauseSeconds(0) * 1000)
    const comeBack = () => {
      if (document.hidden) return
      clearTimeout(timer)
      void ask()
    }
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', comeBack)
    }
  }, [link_token, shown, opened])
}
