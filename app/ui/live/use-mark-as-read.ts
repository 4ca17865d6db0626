import { useState } from 'react'
import { useRevalidator } from 'react-router'

/**
 * Marks the news up to `newest_id`, or the one that was opened, as read on every device. Not by a fetcher: the router
 * would first load the endpoint's code, and reload the whole page when that fails offline.
 */
export function useMarkAsRead(newest_id: number): {
  state: 'still' | 'sending' | 'lost'
  mark(): void
  markOpened(id: number): void
} {
  const { revalidate } = useRevalidator()
  const [state, setState] = useState<'still' | 'sending' | 'lost'>('still')
  const mark = async () => {
    setState('sending')
    try {
      await tellRead({ up_to: String(newest_id) })
      await revalidate()
      setState('still')
    } catch {
      setState('lost')
    }
  }
  // Opening it leads to its page, which loads the bell again; where our server was not told, it stays unread.
  const markOpened = (id: number) => void tellRead({ id: String(id) }).then(revalidate, () => {})
  return { state, mark: () => void mark(), markOpened }
}

async function tellRead(fields: Record<string, string>): Promise<void> {
  const answer = await fetch('/back-office/notifications' satisfies Address, {
    method: 'POST',
    body: new URLSearchParams(fields),
    keepalive: true,
  })
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
}
