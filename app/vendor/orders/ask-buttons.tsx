import { buttonClass } from '../../ui/button.tsx'
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
  return (
    <form
      action={`/vendor-order/${order.id}` satisfies Address}
      className={`flex w-full flex-wrap gap-2 ${className}`}
      onSubmit={(event) => event.preventDefault()}
    >
      {(Object.entries(moves) as [Move, string][]).map(([move, words]) => (
        <button
          key={move}
          type="submit"
          className={
            move === next
              ? buttonClass('primary', 'basis-full px-3! whitespace-nowrap')
              : buttonClass('quiet', 'grow px-3! text-sm whitespace-nowrap')
          }
          onClick={() => ask({ order, move })}
        >
          {words}
        </button>
      ))}
    </form>
  )
}
