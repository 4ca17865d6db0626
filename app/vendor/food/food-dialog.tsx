import { type RefObject, use, useEffect, useRef, useState } from 'react'
import type { OwnDish } from '../../../domain/catalog/menu/own-menu.ts'
import { useKeptFor } from '../../ui/acts-for.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Field, RefusedContext } from '../../ui/forms/field.tsx'
import { readKept, tellTyped } from '../../ui/forms/kept-form.ts'
import { Picture } from '../../ui/pictures/picture.tsx'
import { PictureInput } from '../../ui/pictures/picture-input.tsx'
import { ContentsFields } from './contents-fields.tsx'
import { draftsFrom, draftsOf } from './option-draft.ts'
import { OptionEditor } from './option-editor.tsx'

const image_words = { failed: 'Image upload failed.', lost: 'Image upload failed.' }

type Props = { dish: OwnDish | null; sections: readonly string[] }

/** Food Name, Price, image with preview; beside them a description, the section of the menu, and choices. */
export function FoodDialog({ ref, dish, sections }: Props & { ref: RefObject<HTMLDialogElement | null> }) {
  const [saved, setSaved] = useState(0)
  const [uploading, setUploading] = useState(false)
  const kept_as = useKeptFor(`food ${dish?.id ?? 'new'}`)
  const close = () => ref.current?.close()
  return (
    <dialog
      ref={ref}
      aria-labelledby="food-heading"
      className={
        'sheet m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg overflow-y-auto rounded-card ' +
        'bg-surface p-5 shadow-raised'
      }
    >
      <h2 id="food-heading" className="mb-4 text-xl font-bold">
        {dish ? 'Edit Food' : 'Add Food'}
      </h2>
      <ActionForm
        // Once saved it begins again, with the dish as it is on the menu by then.
        key={`${saved} ${JSON.stringify(dish)}`}
        intent="save"
        subject={{ name: 'id', value: dish?.id ?? '' }}
        button={dish ? 'Save' : 'Add Food'}
        busy="One moment…"
        disabled={uploading}
        noValidate
        multipart
        kept={kept_as}
        version={dish?.version}
        lost="The dish may not be saved."
        onDone={() => {
          close()
          setSaved(saved + 1)
        }}
        beside={({ sending, throwAway }) => (
          <button
            type="button"
            className={buttonClass('quiet')}
            onClick={() => {
              close()
              // What is on its way to us cannot be called back; its answer says what became of it.
              if (!sending) throwAway()
            }}
          >
            Cancel
          </button>
        )}
      >
        <FoodFields dish={dish} sections={sections} kept_as={kept_as} onUploading={setUploading} />
      </ActionForm>
    </dialog>
  )
}

function FoodFields(props: Props & { kept_as: string; onUploading(uploading: boolean): void }) {
  const { dish, sections, kept_as, onUploading } = props
  const [image, setImage] = useState(dish?.food_image ?? '')
  const [groups, setGroups] = useState(() => draftsOf(dish?.option_groups ?? []))
  const shown = useRef({ image, groups })
  const end = useRef<HTMLDivElement>(null)
  const refused = use(RefusedContext)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the form opens.
  useEffect(() => {
    const kept = readKept(kept_as)
    if (kept['food_image']) setImage(kept['food_image'])
    setGroups((opened) => draftsFrom(kept['option_groups']) ?? opened)
    end.current?.closest('form')?.querySelector<HTMLElement>('[name=name]')?.focus()
  }, [])
  // Pictures and choices are kept too.
  useEffect(() => {
    if (shown.current.image !== image || shown.current.groups !== groups) tellTyped(end.current?.closest('form'))
    shown.current = { image, groups }
  }, [image, groups])

  return (
    <>
      <Field name="name" label="Food Name" defaultValue={dish?.name} required maxLength={80} />
      <Field
        name="price"
        label="Price"
        inputMode="decimal"
        defaultValue={dish ? String(dish.price_kobo / 100) : ''}
        required
        hint="In naira, without commas: 1500"
      />
      <Field
        name="description"
        label="Description (optional)"
        multiline
        defaultValue={dish?.description ?? ''}
        maxLength={300}
      />
      <Field
        name="section"
        label="Section (optional)"
        defaultValue={dish?.section}
        list="food-sections"
        maxLength={40}
        hint="The heading above it, like Rice or Drinks."
      />
      <datalist id="food-sections">
        {sections.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ContentsFields dish={dish} />
      <OptionEditor
        groups={groups}
        sent={draftsFrom(refused?.typed['option_groups']) ?? []}
        errors={refused?.errors ?? {}}
        onChange={setGroups}
      />
      <div ref={end}>
        <PictureInput
          name="food_image"
          label="Image"
          advice="Take it by daylight, from above, with the dish alone and whole in the middle: its edges are cut off."
          address={image}
          words={image_words}
          onChange={setImage}
          onBusy={onUploading}
        />
        {refused?.typed['photo_now'] && (
          <Picture
            src={refused.typed['photo_now']}
            alt="On your menu now"
            sizes="8rem"
            className="mt-2 aspect-4/3 w-32 rounded-control border border-line"
          />
        )}
      </div>
    </>
  )
}
