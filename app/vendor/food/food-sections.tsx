import { useState } from 'react'
import type { OwnDish } from '../../../domain/catalog/menu/own-menu.ts'
import { useActsFor } from '../../ui/acts-for.tsx'
import { LostLineNotice } from '../../ui/forms/lost-line-notice.tsx'
import { useAnswer } from '../../ui/forms/use-answer.ts'
import { Notice } from '../../ui/notice.tsx'
import { FoodCard } from './food-card.tsx'

/**
 * The menu as customers see it, section by section; dishes are moved by dragging their handle or with its arrow keys.
 */
export function FoodSections(props: {
  dishes: readonly OwnDish[]
  /** False while a search shows only some of them. */
  movable: boolean
  onEdit(dish: OwnDish): void
  onDelete(dish: OwnDish): void
}) {
  const { dishes } = props
  const { fetcher: mover, sending, refused } = useAnswer('move')
  const [dragged, setDragged] = useState<{ id: number; over: number | null } | null>(null)
  const [told, setTold] = useState('')
  const meant = useActsFor()
  const sections = [...new Set(dishes.map(({ section }) => section))]

  const move = (dish: OwnDish, place: string, words: string) => {
    setTold(words)
    void mover.submit({ intent: 'move', id: String(dish.id), place, ...meant }, { method: 'post' })
  }
  const drop = (dish: OwnDish) => {
    const target = dragged?.over ?? null
    setDragged(null)
    if (target === null || target === dish.id) return
    const order = dishes.map(({ id }) => id)
    const side = order.indexOf(dish.id) < order.indexOf(target) ? 'after' : 'before'
    const beside = dishes.find(({ id }) => id === target)
    move(dish, `${side} ${target}`, `${dish.name} moved ${side} ${beside?.name}.`)
  }

  return (
    <>
      <p role="status" className="sr-only">
        {!sending && mover.data?.ok && told}
      </p>
      {refused && <Notice kind="bad">{refused.said}</Notice>}
      {mover.lost && <LostLineNotice what="The dish may not have moved." again={mover.again} />}
      {sections.map((section) => (
        <section key={section} aria-label={section}>
          <h2 className="mb-3 text-lg font-bold text-ink-soft">{section}</h2>
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {dishes
              .filter((dish) => dish.section === section)
              .map((dish) => (
                <FoodCard
                  key={dish.id}
                  dish={dish}
                  movable={props.movable}
                  look={dragged?.id === dish.id ? 'dragged' : dragged?.over === dish.id ? 'target' : 'still'}
                  onEdit={() => props.onEdit(dish)}
                  onDelete={() => props.onDelete(dish)}
                  onStep={(place) => move(dish, place, `${dish.name} moved ${place}.`)}
                  onDrag={(over) => setDragged({ id: dish.id, over })}
                  onDrop={() => drop(dish)}
                  onDragEnd={() => setDragged(null)}
                />
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}
