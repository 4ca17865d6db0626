import { Plus, X } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { emptyOption, type GroupDraft, type OptionDraft } from './option-draft.ts'
import { OptionError, OptionInput } from './option-input.tsx'

const rules: readonly [GroupDraft['rule'], string][] = [
  ['one', 'Exactly one'],
  ['up_to', 'Up to a number'],
  ['any', 'Any of them'],
  ['between', 'From … to …'],
]

/** One group of choices in the Food dialog: its name, how many to choose, and the choices with their prices. */
export function OptionGroupFields(props: {
  group: GroupDraft
  /** Its place on the screen, from 1. */
  number: number
  /** What is wrong with a field of it: `name`, `max`, `options`, or an option's `name` and `price`. */
  errorOf(field: string, option?: OptionDraft): string | undefined
  change(group: GroupDraft): void
  remove(): void
  focus(id: string): void
}) {
  const { group, number, errorOf, change } = props
  const title = group.name.trim() || `Group ${number}`
  const set = (fields: Partial<GroupDraft>) => change({ ...group, ...fields })
  const setOption = (changed: OptionDraft) =>
    set({ options: group.options.map((option) => (option.id === changed.id ? changed : option)) })
  const add = () => {
    const option = emptyOption()
    set({ options: [...group.options, option] })
    props.focus(`${option.id}-name`)
  }
  const problem = errorOf('options')
  return (
    <fieldset className="rounded-control border border-line p-3">
      <legend className="sr-only">{title}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <OptionInput
          id={`${group.id}-name`}
          label="Name of the group"
          placeholder="Size"
          maxLength={40}
          value={group.name}
          error={errorOf('name')}
          onChange={(event) => set({ name: event.target.value })}
        />
        <div>
          <label htmlFor={`${group.id}-rule`} className="text-sm font-semibold">
            Customers choose
          </label>
          <select
            id={`${group.id}-rule`}
            className="min-h-11 w-full rounded-control border border-edge bg-surface px-3"
            value={group.rule}
            onChange={(event) => set({ rule: event.target.value as GroupDraft['rule'] })}
          >
            {rules.map(([rule, words]) => (
              <option key={rule} value={rule}>
                {words}
              </option>
            ))}
          </select>
        </div>
        {group.rule === 'between' && (
          <OptionInput
            id={`${group.id}-min`}
            label="At least"
            inputMode="numeric"
            value={group.min}
            error={errorOf('min')}
            onChange={(event) => set({ min: event.target.value })}
          />
        )}
        {(group.rule === 'between' || group.rule === 'up_to') && (
          <OptionInput
            id={`${group.id}-max`}
            label="At most"
            inputMode="numeric"
            value={group.max}
            error={errorOf('max')}
            onChange={(event) => set({ max: event.target.value })}
          />
        )}
      </div>
      <ul className="mt-3 space-y-2" aria-label={`Choices of ${title}`}>
        {group.options.map((option, index) => (
          <li
            key={option.id}
            className="grid grid-cols-[minmax(0,1fr)_4.5rem_2.75rem] items-end sm:grid-cols-[minmax(0,1fr)_5.5rem_2.75rem] gap-x-2"
          >
            <OptionInput
              id={`${option.id}-name`}
              label="Choice"
              label_hidden={index > 0}
              placeholder={index === 0 ? 'Large' : undefined}
              maxLength={40}
              value={option.name}
              error={errorOf('name', option)}
              error_elsewhere
              onChange={(event) => setOption({ ...option, name: event.target.value })}
            />
            <OptionInput
              id={`${option.id}-price`}
              label="Adds (₦)"
              label_hidden={index > 0}
              placeholder="0"
              inputMode="decimal"
              value={option.price}
              error={errorOf('price', option)}
              error_elsewhere
              onChange={(event) => setOption({ ...option, price: event.target.value })}
            />
            <button
              type="button"
              aria-label={`Remove ${option.name.trim() || `choice ${index + 1}`}`}
              className="grid size-11 place-items-center rounded-control border border-line bg-surface hover:bg-sunken"
              onClick={() => {
                set({ options: group.options.filter(({ id }) => id !== option.id) })
                props.focus(`${group.id}-add`)
              }}
            >
              <X aria-hidden="true" size={18} />
            </button>
            <OptionError id={`${option.id}-name`} error={errorOf('name', option)} />
            <OptionError id={`${option.id}-price`} error={errorOf('price', option)} />
          </li>
        ))}
      </ul>
      {problem && (
        <p role="alert" className="mt-2 text-sm font-semibold text-bad">
          {problem}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <button
          type="button"
          id={`${group.id}-add`}
          className={buttonClass('quiet', 'px-3 text-sm')}
          onClick={add}
        >
          <Plus aria-hidden="true" size={16} /> Add a choice
        </button>
        <button
          type="button"
          aria-label={`Remove group ${title}`}
          className={buttonClass('quiet', 'px-3 text-sm')}
          onClick={props.remove}
        >
          Remove group
        </button>
      </div>
    </fieldset>
  )
}
