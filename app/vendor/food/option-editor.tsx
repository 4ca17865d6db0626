import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { emptyGroup, type GroupDraft } from './option-draft.ts'
import { OptionGroupFields } from './option-group-fields.tsx'

const ADD_GROUP = 'add-option-group'

/** Sizes, proteins, extras: the groups of choices of a dish, sent as one field of its form. */
export function OptionEditor(props: {
  groups: GroupDraft[]
  /** The groups as they were sent when `errors` came back: a message stays with its field when others come and go. */
  sent: readonly GroupDraft[]
  errors: Readonly<Record<string, string | undefined>>
  onChange(groups: GroupDraft[]): void
}) {
  const { groups, sent, errors, onChange } = props
  // After adding, typing goes on in what was added; after removing, the page does not jump to its top.
  const wanted_focus = useRef('')
  const focus = (id: string) => {
    wanted_focus.current = id
  }
  useEffect(() => {
    if (!wanted_focus.current) return
    document.getElementById(wanted_focus.current)?.focus()
    wanted_focus.current = ''
  })
  const add = () => {
    const group = emptyGroup()
    onChange([...groups, group])
    focus(`${group.id}-name`)
  }
  return (
    <section aria-labelledby="choices-heading" className="space-y-3">
      <div>
        <h3 id="choices-heading" className="font-semibold">
          Choices (optional)
        </h3>
        <p className="text-sm text-ink-soft">
          Size, protein, extras. Prices are added to the price of the dish; leave them empty for free.
        </p>
      </div>
      <input type="hidden" name="option_groups" value={JSON.stringify(groups)} />
      {groups.map((group, index) => {
        const place = sent.findIndex(({ id }) => id === group.id)
        return (
          <OptionGroupFields
            key={group.id}
            group={group}
            number={index + 1}
            errorOf={(field, option) => {
              const option_place = sent[place]?.options.findIndex(({ id }) => id === option?.id)
              return errors[`option_groups.${place}.${option ? `options.${option_place}.` : ''}${field}`]
            }}
            change={(changed) => onChange(groups.map((known) => (known.id === changed.id ? changed : known)))}
            remove={() => {
              onChange(groups.filter(({ id }) => id !== group.id))
              focus(ADD_GROUP)
            }}
            focus={focus}
          />
        )
      })}
      {errors['option_groups'] && (
        <p role="alert" className="text-sm font-semibold text-bad">
          {errors['option_groups']}
        </p>
      )}
      <button type="button" id={ADD_GROUP} className={buttonClass('quiet')} onClick={add}>
        <Plus aria-hidden="true" size={18} /> Add a group of choices
      </button>
    </section>
  )
}
