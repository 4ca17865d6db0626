import { useId } from 'react'
import { ActionCheckbox } from '../../ui/forms/action-form.tsx'
import { Field, FieldError, useAnswered } from '../../ui/forms/field.tsx'
import type { OrderView } from './order-view.server.ts'

/** Which dish of an order is out, how many of it, and whether others may still order it. */
export function MissingFields({ missable }: Pick<OrderView, 'missable'>) {
  const { error, typed } = useAnswered('item')
  const id = useId()
  const is_one = missable.length === 1
  const most = Math.max(...missable.map(({ left }) => left))
  return (
    <>
      <p>The customer gets an SMS and chooses: another dish, without it, or no order. The money follows by itself.</p>
      <fieldset aria-describedby={id}>
        <legend className="font-semibold">What is out?</legend>
        {missable.map(({ item, left, name }) => (
          <label key={item} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="item"
              value={item}
              required
              defaultChecked={is_one || typed === String(item)}
              className="size-5 shrink-0"
            />
            <span>
              {name} x {left}
            </span>
            <input type="hidden" name={`left_${item}`} value={left} />
          </label>
        ))}
        <FieldError id={id} error={error} />
      </fieldset>
      {most > 1 && (
        <Field
          name="quantity"
          label="How many of it?"
          hint="Leave it empty when all of them are."
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
        />
      )}
      <ActionCheckbox name="keeps_selling">Only here: it stays on the menu</ActionCheckbox>
    </>
  )
}
