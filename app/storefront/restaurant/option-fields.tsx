import type { ChosenOption, OptionGroup } from '../../../domain/catalog/menu/option-groups.ts'
import { isChosenRight, ruleText } from '../../../domain/catalog/menu/option-rules.ts'
import { formatNaira, type Kobo, sumKobo } from '../../../domain/money.ts'

/** What was chosen of each group, by the places of the options. */
export type Picked = readonly (readonly number[])[]

/** What a form of these fields holds. */
export function readPicked(form: FormData, groups: readonly OptionGroup[]): Picked {
  return groups.map((_, group) =>
    form
      .getAll(`group-${group}`)
      .filter((place) => place !== '')
      .map(Number),
  )
}

export function chosenOptions(groups: readonly OptionGroup[], picked: Picked): ChosenOption[] {
  return optionsOf(groups, picked).map(([group, { name }]) => ({ group: group.name, name }))
}

export function addedPrice(groups: readonly OptionGroup[], picked: Picked): Kobo {
  return sumKobo(optionsOf(groups, picked).map(([, option]) => option.price_kobo))
}

function optionsOf(groups: readonly OptionGroup[], picked: Picked) {
  return groups.flatMap((group, index) =>
    group.options.filter((_, place) => picked[index]?.includes(place)).map((option) => [group, option] as const),
  )
}

/** What is wrong with what was chosen of a group: too many at once, too few only once somebody wants to add it. */
export function choiceProblem(group: OptionGroup, count: number, adding: boolean): string | null {
  if (isChosenRight({ ...group, min: adding ? group.min : 0 }, count)) return null
  return `${ruleText(group)}, please.`
}

/** A dish's choices: one of several as radio buttons, several as checkboxes. early/dish-taps.ts reads the `data-`. */
export function OptionFields(props: { groups: readonly OptionGroup[]; picked: Picked; adding: boolean }) {
  return props.groups.map((group, index) => {
    const problem = choiceProblem(group, props.picked[index]?.length ?? 0, props.adding)
    const one_of_several = group.max === 1 && group.options.length > 1
    const options = group.options.map((option, place) => ({ ...option, value: String(place) }))
    const none = { name: 'None', price_kobo: 0 as const, value: '' }
    return (
      <fieldset
        key={group.name}
        className="mt-4 border-t border-line pt-3"
        data-name={group.name}
        data-min={group.min}
        data-max={group.max}
        data-rule={ruleText(group)}
        aria-describedby={problem ? `problem-${index}` : undefined}
      >
        <legend className="float-left w-full font-semibold">
          {group.name}{' '}
          <span className="text-sm font-normal text-ink-soft">
            {one_of_several && group.min === 0 ? 'Choose one, or none' : ruleText(group)}
          </span>
        </legend>
        <div className="clear-both">
          <p id={`problem-${index}`} role="alert" className="text-sm font-semibold text-bad">
            {problem}
          </p>
          {[...(one_of_several && group.min === 0 ? [none] : []), ...options].map(({ name, price_kobo, value }) => (
            <label key={value} className="flex min-h-11 flex-wrap items-center gap-x-3">
              <input
                type={one_of_several ? 'radio' : 'checkbox'}
                name={`group-${index}`}
                value={value}
                data-kobo={price_kobo || undefined}
                defaultChecked={value === '' || props.picked[index]?.includes(Number(value))}
                className="size-5 shrink-0"
              />
              <span className="grow">{name}</span>{' '}
              {price_kobo > 0 && <span className="money text-ink-soft">+{formatNaira(price_kobo)}</span>}
            </label>
          ))}
        </div>
      </fieldset>
    )
  })
}
