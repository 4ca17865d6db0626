import { type MouseEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useSecondsPassed } from '../../ui/live/use-seconds-passed.ts'
import type { Asked } from '../orders/move-dialog.tsx'
import { BoardCard } from './board-card.tsx'
import type { BoardView, Card, Column } from './board-view.server.ts'

const words: Readonly<Record<Column['status'], { name: string; empty: string }>> = {
  Pending: { name: 'New', empty: 'Nobody waits for an answer.' },
  Accepted: { name: 'Cooking', empty: 'Nothing is on the fire.' },
  Completed: { name: 'Ready', empty: 'Nothing waits to be fetched.' },
  'Picked up': { name: 'With the rider', empty: 'No rider is on the way.' },
}

/** The orders side by side from a tablet on; on a phone one below the other, with a row of links to each. */
export function Columns(props: {
  board: BoardView
  minutes: number
  ask(asked: Asked): void
  /** Prints a ticket again; null where this device has no printer. */
  print: ((card: Card) => void) | null
  /** Nothing keeps customers from ordering. */
  takes_orders: boolean
}) {
  const { board, minutes, ask, print, takes_orders } = props
  const now_ms = board.now_ms + useSecondsPassed(board) * 1000
  const keepsFocus = useFocusOnMoved(board)
  const is_empty = board.columns.every(({ cards }) => cards.length === 0)
  return (
    <>
      {is_empty ? (
        <div className="card p-8 text-center">
          <p className="text-lg font-semibold">No order is open.</p>
          <p className="mt-1 text-ink-soft">
            {takes_orders
              ? 'The next paid order appears here and rings. Leave this page open.'
              : 'Customers cannot order right now. Once they can, orders appear here and ring.'}
          </p>
        </div>
      ) : (
        <>
          <nav aria-label="Columns" className="board-links">
            {board.columns.map(({ status, cards }) => (
              <a key={status} href={`#${idOf(status)}`}>
                {words[status].name} <strong>{cards.length}</strong>
              </a>
            ))}
          </nav>
          <div className="board-columns">
            {board.columns.map(({ status, cards }) => (
              <section key={status} aria-labelledby={idOf(status)} className="min-w-0">
                <h2 id={idOf(status)} className="mb-2 text-xl font-bold">
                  {words[status].name} <span className="text-ink-soft">{cards.length}</span>
                </h2>
                {cards.length === 0 && <p className="text-ink-soft">{words[status].empty}</p>}
                <ol className="grid gap-3">
                  {cards.map((card) => (
                    <li key={card.id} onClickCapture={keepsFocus}>
                      <BoardCard card={card} now_ms={now_ms} minutes={minutes} ask={ask} print={print} />
                    </li>
                  ))}
                </ol>
              </section>
            ))}
          </div>
        </>
      )}
      <p className="mt-4 flex flex-wrap items-center gap-x-4">
        {board.later && (
          <span className="font-semibold">
            For later: {board.later.count}, the first to begin at {board.later.begin_at}.
          </span>
        )}
        <Link className="inline-flex min-h-11 items-center text-link underline" to={'/vendor-order' satisfies Address}>
          Orders history
        </Link>
      </p>
    </>
  )
}

/** Where a card moves to another column with the button that was pressed on it, the focus goes to its number there. */
function useFocusOnMoved({ columns }: BoardView) {
  const pressed = useRef<Element | null>(null)
  useEffect(() => {
    const card = pressed.current
    if (!card || card.isConnected || columns.length === 0) return
    pressed.current = null
    const id = card.querySelector('article')?.getAttribute('aria-labelledby')
    if (id && document.activeElement === document.body) document.getElementById(id)?.querySelector('a')?.focus()
  }, [columns])
  return ({ currentTarget }: MouseEvent) => {
    pressed.current = currentTarget
  }
}

const idOf = (status: Column['status']) => `board-${status.toLowerCase().replace(' ', '-')}`
