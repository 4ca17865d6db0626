import { GripVertical, Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, use } from 'react'
import type { OwnDish } from '../../../domain/catalog/menu/own-menu.ts'
import { formatNaira } from '../../../domain/money.ts'
import { useActsFor } from '../../ui/acts-for.tsx'
import { LostLineNotice } from '../../ui/forms/lost-line-notice.tsx'
import { useAnswer } from '../../ui/forms/use-answer.ts'
import { MayContext } from '../../ui/may-context.ts'
import { dishPicture } from '../../ui/pictures/dish-plate.ts'
import { Picture } from '../../ui/pictures/picture.tsx'

const icon_button =
  'grid size-11 shrink-0 place-items-center rounded-control border border-line bg-surface hover:bg-sunken'
const looks = { still: '', dragged: 'opacity-50', target: 'outline-3 outline-plantain' }

const steps: Readonly<Record<string, 'earlier' | 'later'>> = {
  ArrowUp: 'earlier',
  ArrowLeft: 'earlier',
  ArrowDown: 'later',
  ArrowRight: 'later',
}

/** One dish of one's own menu: image, name, price, and what can be done with it. */
export function FoodCard(props: {
  dish: OwnDish
  movable: boolean
  look: keyof typeof looks
  onEdit(): void
  onDelete(): void
  onStep(place: 'earlier' | 'later'): void
  /** `over` is the dish under the finger. */
  onDrag(over: number | null): void
  onDrop(): void
  onDragEnd(): void
}) {
  const { dish } = props
  const may_change = use(MayContext)('save')
  const stepByKey = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    props.onStep(step)
  }
  const drag = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-dish]')
    props.onDrag(under ? Number(under.dataset['dish']) : null)
  }
  return (
    <li data-dish={dish.id} className={`card flex flex-col overflow-hidden ${looks[props.look]}`}>
      <div className="flex gap-3 p-3">
        <Picture
          src={dishPicture(dish)}
          alt=""
          sizes="6rem"
          className={`h-20 w-26 shrink-0 rounded-control ${dish.sold_out === 'no' ? '' : 'opacity-50 grayscale'}`}
        />
        <div className="min-w-0 grow">
          <h3 className="font-bold">{dish.name}</h3>
          <p className="money font-semibold">{formatNaira(dish.price_kobo)}</p>
          {dish.description && <p className="line-clamp-2 text-sm text-ink-soft">{dish.description}</p>}
          {dish.same_photo.length > 0 && (
            <p className="text-sm font-semibold text-warn">
              The same photo is also on {samePhotoText(dish.same_photo)}. Give it a photo of its own, and customers find
              it faster.
            </p>
          )}
          {dish.option_groups.length > 0 && (
            <p className="text-sm text-ink-soft">To choose: {dish.option_groups.map(({ name }) => name).join(', ')}</p>
          )}
        </div>
      </div>
      <div className="mt-auto flex items-center gap-2 border-t border-line p-3">
        <SoldOut dish={dish} />
        {props.movable && (
          <button
            type="button"
            className={`${icon_button} cursor-grab touch-none`}
            aria-label={`Move ${dish.name}: drag it, or press the arrow keys`}
            onKeyDown={stepByKey}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
            onPointerUp={props.onDrop}
            onPointerCancel={props.onDragEnd}
          >
            <GripVertical aria-hidden="true" size={18} />
          </button>
        )}
        {may_change && (
          <>
            <button type="button" className={icon_button} aria-label={`Edit ${dish.name}`} onClick={props.onEdit}>
              <Pencil aria-hidden="true" size={18} />
            </button>
            <button type="button" className={icon_button} aria-label={`Delete ${dish.name}`} onClick={props.onDelete}>
              <Trash2 aria-hidden="true" size={18} />
            </button>
          </>
        )}
      </div>
    </li>
  )
}

/** "Zobo", or "Zobo and 2 others". */
const samePhotoText = ([first, ...more]: readonly string[]) =>
  more.length === 0 ? first : `${first} and ${more.length === 1 ? 'one other' : `${more.length} others`}`

/** Changes at once, without a button to save: the lunch rush has no time for one. */
function SoldOut({ dish }: { dish: OwnDish }) {
  const { fetcher, refused } = useAnswer('sold_out')
  const meant = useActsFor()
  const sent = fetcher.formData?.get('sold_out')
  return (
    <div className="min-w-0 grow">
      <label className="sr-only" htmlFor={`sold-out-${dish.id}`}>
        Availability of {dish.name}
      </label>
      <select
        id={`sold-out-${dish.id}`}
        className="min-h-11 w-full max-w-44 rounded-control border border-edge bg-surface px-2 text-sm"
        value={typeof sent === 'string' ? sent : dish.sold_out}
        onChange={(event) => {
          const fields = { intent: 'sold_out', id: String(dish.id), sold_out: event.target.value, ...meant }
          void fetcher.submit(fields, { method: 'post' })
        }}
      >
        <option value="no">Available</option>
        <option value="today">Sold out today</option>
        <option value="until_changed">Sold out</option>
      </select>
      {refused && (
        <p role="alert" className="mt-1 text-sm font-semibold text-bad">
          {refused.said}
        </p>
      )}
      {fetcher.lost && (
        <div className="mt-2 text-sm">
          <LostLineNotice what={`${dish.name} may be as before.`} again={fetcher.again} />
        </div>
      )}
    </div>
  )
}
