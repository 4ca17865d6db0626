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

type GroupProps = {
  group: GroupDraft
  /** What is wrong with a field of it: `name`, `min`, `max`, `options`, or an option's `name` and `price`. */
  errorOf(field: string, option?: OptionDraft): string | undefined
}

/** One group of choices in the Food dialog: its name, how many to choose, and the choices with their prices. */
export function OptionGroupFields(
  props: GroupProps & {
    /** Its place on the screen, from 1. */
    number: number
    change(group: GroupDraft): void
    remove(): void
    focus(id: string): void
  },
) {
  const { group, number, errorOf, change, focus } = props
  const title = group.name.trim() || `Group ${number}`
  const set = (fields: Partial<GroupDraft>) => change({ ...group, ...fields })
  const add = () => {
    const option = emptyOption()
    set({ options: [...group.options, option] })
    focus(`${option.id}-name`)
  }
  const problem = errorOf('options')
  return (
    <fieldset className="rounded-control border border-line p-3">
      <legend className="sr-only">{title}</legend>
      <NameAndRule group={group} errorOf={errorOf} set={set} />
      <ul className="mt-3 space-y-2" aria-label={`Choices of ${title}`}>
        {group.options.map((option, index) => (
          <OptionRow
            key={option.id}
            option={option}
            index={index}
            errorOf={(field) => errorOf(field, option)}
            set={(fields) =>
              set({ options: group.options.map((one) => (one === option ? { ...one, ...fields } : one)) })
            }
            remove={() => {
              set({ options: group.options.filter((one) => one !== option) })
              focus(`${group.id}-add`)
            }}
          />
        ))}
      </ul>
      {problem && (
        <p role="alert" className="mt-2 text-sm font-semibold text-bad">
          {problem}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="button" id={`${group.id}-add`} className={buttonClass('quiet', 'px-3 text-sm')} onClick={add}>
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

function NameAndRule({ group, errorOf, set }: GroupProps & { set(fields: Partial<GroupDraft>): void }) {
  const number = (field: 'min' | 'max', label: string) => (
    <OptionInput
      id={`${group.id}-${field}`}
      label={label}
      inputMode="numeric"
      value={group[field]}
      error={errorOf(field)}
      onChange={(event) => set({ [field]: event.target.value })}
    />
  )
  return (
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
      {group.rule === 'between' && number('min', 'At least')}
      {(group.rule === 'between' || group.rule === 'up_to') && number('max', 'At most')}
    </div>
  )
}

function OptionRow(props: {
  option: OptionDraft
  /** Its place in its group, from 0. */
  index: number
  errorOf(field: 'name' | 'price'): string | undefined
  set(fields: Partial<OptionDraft>): void
  remove(): void
}) {
  const { option, index, errorOf, set } = props
  return (
    <li
      className={
        'grid grid-cols-[minmax(0,1fr)_4.5rem_2.75rem] items-end sm:grid-cols-[minmax(0,1fr)_5.5rem_2.75rem] ' +
        'gap-x-2'
      }
    >
      <OptionInput
        id={`${option.id}-name`}
        label="Choice"
        label_hidden={index > 0}
        placeholder={index === 0 ? 'Large' : undefined}
        maxLength={40}
        value={option.name}
        error={errorOf('name')}
        error_elsewhere
        onChange={(event) => set({ name: event.target.value })}
      />
      <OptionInput
        id={`${option.id}-price`}
        label="Adds (₦)"
        label_hidden={index > 0}
        placeholder="0"
        inputMode="decimal"
        value={option.price}
        error={errorOf('price')}
        error_elsewhere
        onChange={(event) => set({ price: event.target.value })}
      />
      <button
        type="button"
        aria-label={`Remove ${option.name.trim() || `choice ${index + 1}`}`}
        className="grid size-11 place-items-center rounded-control border border-line bg-surface hover:bg-sunken"
        onClick={props.remove}
      >
        <X aria-hidden="true" size={18} />
      </button>
      <OptionError id={`${option.id}-name`} error={errorOf('name')} />
      <OptionError id={`${option.id}-price`} error={errorOf('price')} />
    </li>
  )
}
