import { use } from 'react'
import {
  allergen_names,
  allergens,
  type DishContents,
  diet_names,
  diets,
} from '../../../domain/catalog/menu/dish-contents.ts'
import { FieldError, RefusedContext } from '../../ui/forms/field.tsx'

const NONE = 'none'

/** Whom a dish suits and what is in it, to tick; what nobody ticks is not said. */
export function ContentsFields({ dish }: { dish: DishContents | null }) {
  const inside = dish?.allergens?.length === 0 ? [NONE] : (dish?.allergens ?? [])
  return (
    <>
      <Ticks
        name="diets"
        legend="Suits (optional)"
        about="Tick what is true every time it is cooked, and with every choice."
        prefix="diet"
        choices={diet_names.map((name) => [name, diets[name]])}
        ticked={dish?.diets ?? []}
      />
      <Ticks
        name="contains"
        legend="What is in it (optional)"
        about={
          'Customers with an allergy go by this. Seasoning and oil count too. Where you are not sure, tick nothing; ' +
          'they are told to ask, also about choices.'
        }
        prefix="contains"
        choices={[...allergen_names.map((name) => [name, allergens[name]] as const), [NONE, 'none of these']]}
        ticked={inside}
      />
    </>
  )
}

function Ticks(props: {
  name: string
  legend: string
  about: string
  prefix: string
  choices: readonly (readonly [name: string, words: string])[]
  ticked: readonly string[]
}) {
  const { name, legend, about, prefix, choices, ticked } = props
  const refused = use(RefusedContext)
  const error = refused?.errors[name]
  return (
    <fieldset aria-describedby={`${prefix}-about`}>
      <legend className="font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-x-5">
        {choices.map(([choice, words]) => (
          <label key={choice} className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              name={`${prefix}_${choice}`}
              value="yes"
              defaultChecked={refused ? `${prefix}_${choice}` in refused.typed : ticked.includes(choice)}
              aria-invalid={error ? true : undefined}
              className="size-5"
            />
            {words}
          </label>
        ))}
      </div>
      <div id={`${prefix}-about`}>
        <p className="text-sm text-ink-soft">{about}</p>
        <FieldError error={error} />
      </div>
    </fieldset>
  )
}
