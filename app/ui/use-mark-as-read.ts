import { useState } from 'react'
import { useRevalidator } from 'react-router'

/**
 * Marks the news up to `newest_id` as read, on every device. Not by a fetcher: the router would first load the endpoint's
 * code, and reload the whole page where there is no line for it.
 */
export function useMarkAsRead(newest_id: number): { state: 'still' | 'sending' | 'lost'; mark(): void } {
  const { revalidate } = useRevalidator()
  const [state, setState] = useState<'still' | 'sending' | 'lost'>('still')
  const mark = async () => {
    setState('sending')
    try {
      const body = new URLSearchParams({ up_to: String(newest_id) })
      const answer = await fetch('/back-office/notifications', { method: 'POST', body })
      if (!answer.ok) throw new Error(`answered ${answer.status}`)
      await revalidate()
      setState('still')
    } catch {
      setState('lost')
    }
  }
  return { state, mark: () => void mark() }
}
