import { use } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { MayContext } from '../../ui/may-context.ts'
import type { Asked } from './move-dialog.tsx'
import type { Move } from './move-form.tsx'
import type { OrderView } from './order-view.server.ts'

/**
 * Buttons that ask before they move an order; what comes next is the largest. Where no script runs they lead to the
 * order's own page, which asks the same.
 */
export function AskButtons(props: {
  order: OrderView
  ask(asked: Asked): void
  /** The words of each; the one of these that comes next, if any does. */
  moves: Partial<Record<Move, string>>
  next?: Move | undefined
  className?: string
}) {
  const { order, ask, moves, next, className = '' } = props
  const may = use(MayContext)
  const action = `/vendor-order/${order.id}` satisfies Address
  const mine = (Object.entries(moves) as [Move, string][]).filter(([move]) => may(move, action))
  return (
    <form
      action={action}
      className={`flex w-full flex-wrap gap-2 ${className}`}
      onSubmit={(event) => event.preventDefault()}
    >
      {mine.map(([move, words]) => (
        <button
          key={move}
          type="submit"
          className={
            move === next
              ? buttonClass('primary', 'basis-full px-3! whitespace-nowrap')
              : buttonClass('quiet', 'grow px-2! text-sm whitespace-nowrap')
          }
          onClick={() => ask({ order, move })}
        >
          {words}
        </button>
      ))}
    </form>
  )
}
