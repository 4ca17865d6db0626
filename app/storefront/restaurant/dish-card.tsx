import { lowestPrice } from '../../../domain/catalog/option-rules.ts'
import type { Dish } from '../../../domain/catalog/vendor-menu.ts'
import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'

export function DishCard(props: { dish: Dish; closed: 'Closed' | 'Busy' | null; eager: boolean; onChoose(): void }) {
  const { dish, closed } = props
  const lowest = lowestPrice(dish)
  return (
    <li className="card flex overflow-hidden sm:flex-col">
      <div className="relative w-32 shrink-0 sm:w-full">
        <Picture
          src={dish.food_image}
          alt=""
          sizes="(min-width: 1024px) 23rem, (min-width: 640px) 50vw, 8rem"
          className={`h-full w-full sm:aspect-4/3 sm:h-auto ${dish.sold_out ? 'opacity-50 [filter:grayscale(1)]' : ''}`}
          eager={props.eager}
        />
        {dish.sold_out && (
          <p className="absolute top-2 left-2 rounded-full bg-brand-strong px-3 py-1 text-sm font-semibold text-white">
            Sold out
          </p>
        )}
      </div>
      <div className="flex min-w-0 grow flex-col gap-1 p-3 sm:p-4">
        <h4 className="font-bold">{dish.name}</h4>
        {dish.description && <p className="text-sm text-ink-soft">{dish.description}</p>}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-3">
          <p className="money text-lg font-bold">
            {lowest.varies && <span className="text-sm font-normal">from </span>}
            {formatNaira(lowest.kobo)}
          </p>
          <button
            type="submit"
            name="dish"
            value={dish.id}
            className={buttonClass('primary', 'px-4 text-sm')}
            disabled={dish.sold_out || closed !== null}
            aria-label={`Add to Cart: ${dish.name}`}
            onClick={(event) => {
              event.preventDefault()
              props.onChoose()
            }}
          >
            {dish.sold_out ? 'Sold out' : (closed ?? 'Add to Cart')}
          </button>
        </div>
      </div>
    </li>
  )
}
