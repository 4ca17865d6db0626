import { type ReactNode, use } from 'react'
import { ActsForContext } from '../ui/acts-for.tsx'
import { buttonClass } from '../ui/button.tsx'

type Props = { to: '/food/menu.csv' | '/request-payout/statement.csv'; query?: Record<string, string> } & {
  look?: 'quiet' | 'brand'
  children: ReactNode
}

/**
 * A link to a file of the kitchen for which this page was made. Without `download`: where another is in front by now,
 * the browser shows the words that refuse it.
 */
export function KitchenFileLink({ to, query = {}, look = 'quiet', children }: Props) {
  const kitchen = use(ActsForContext)
  const asked = new URLSearchParams({ ...query, ...(kitchen && { kitchen }) })
  return (
    <a href={`${to}?${asked}` satisfies Address} className={buttonClass(look)}>
      {children}
    </a>
  )
}
