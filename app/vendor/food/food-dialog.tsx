import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FoodErrors } from '../../../domain/catalog/edit-food.ts'
import type { OwnDish } from '../../../domain/catalog/own-menu.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { forgetForm, keepForm, readKept, restoreForm } from '../../ui/kept-form.ts'
import { LostLineNotice } from '../../ui/lost-line-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PictureInput } from '../../ui/picture-input.tsx'
import { toast } from '../../ui/toast.tsx'
import { UnsavedNotice } from '../../ui/unsaved-notice.tsx'
import { useSafeFetcher } from '../../ui/use-safe-fetcher.ts'
import type { FoodAnswer } from './food-answer.ts'
import { draftsFrom, draftsOf } from './option-draft.ts'
import { OptionEditor } from './option-editor.tsx'

const image_words = { failed: 'Image upload failed.', lost: 'Image upload failed.' }

type Props = { dish: OwnDish | null; sections: readonly string[] }

/** Food Name, Price, image with preview; beside them a description, the section of the menu, and choices. */
export function FoodDialog({ ref, dish, sections }: Props & { ref: RefObject<HTMLDialogElement | null> }) {
  const [round, setRound] = useState(0)
  const [closings, setClosings] = useState(0)
  return (
    <dialog
      ref={ref}
      aria-labelledby="food-heading"
      className="sheet m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg overflow-y-auto rounded-card bg-surface p-5 shadow-raised"
      onClose={() => setClosings(closings + 1)}
    >
      <h2 id="food-heading" className="text-xl font-bold">
        {dish ? 'Edit Food' : 'Add Food'}
      </h2>
      <FoodForm
        key={`${dish?.id ?? 'new'} ${round}`}
        dish={dish}
        sections={sections}
        closings={closings}
        close={() => ref.current?.close()}
        startAgain={() => setRound(round + 1)}
      />
    </dialog>
  )
}

function FoodForm(
  props: Props & {
    /** How often the dialog was closed. */
    closings: number
    close(): void
    /** Shows the dish as it is on the menu, or an empty form. */
    startAgain(): void
  },
) {
  const { dish, sections, close, startAgain } = props
  const fetcher = useSafeFetcher<FoodAnswer>()
  const form = useRef<HTMLFormElement>(null)
  const [image, setImage] = useState(dish?.food_image ?? '')
  const [groups, setGroups] = useState(() => draftsOf(dish?.option_groups ?? []))
  const untouched = useRef(groups)
  const [sent, setSent] = useState(groups)
  const [uploading, setUploading] = useState(false)
  const [unsaved, setUnsaved] = useState(false)
  const key = `food ${dish?.id ?? 'new'}`
  const answer = fetcher.data
  const busy = fetcher.state !== 'idle' || uploading

  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the form opens.
  useEffect(() => {
    const kept = form.current ? restoreForm(key, form.current) : {}
    if (kept['food_image']) setImage(kept['food_image'])
    setGroups((shown) => draftsFrom(kept['option_groups']) ?? shown)
    form.current?.querySelector<HTMLElement>('[name=name]')?.focus()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened again, it has what was typed.
  useEffect(() => setUnsaved(Object.keys(readKept(key)).length > 0), [props.closings])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer, whatever the callbacks are by then.
  useEffect(() => {
    if (answer?.errors) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    if (!answer?.done) return
    forgetForm(key)
    toast(answer.done)
    close()
    startAgain()
  }, [answer])
  // biome-ignore lint/correctness/useExhaustiveDependencies: pictures and choices are kept too.
  useEffect(() => {
    const touched = image !== (dish?.food_image ?? '') || groups !== untouched.current
    if (form.current && touched) keepForm(key, form.current)
  }, [image, groups])

  const throwAway = () => {
    forgetForm(key)
    startAgain()
  }
  const cancel = () => {
    close()
    // What is on its way to us cannot be called back; its answer says what became of it.
    if (fetcher.state === 'idle') throwAway()
  }

  return (
    <fetcher.Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      noValidate
      className="mt-4 space-y-4"
      onInput={(event) => keepForm(key, event.currentTarget)}
      onSubmit={(event) => {
        if (busy) event.preventDefault()
        else setSent(groups)
      }}
    >
      {unsaved && <UnsavedNotice onThrowAway={throwAway} />}
      {answer?.problem && <Notice kind="bad">{answer.problem}</Notice>}
      {fetcher.lost && <LostLineNotice what="The dish may not be saved." />}
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="id" value={dish?.id ?? ''} />
      <FoodFields dish={dish} sections={sections} errors={answer?.errors} />
      <OptionEditor groups={groups} sent={sent} errors={answer?.errors} onChange={setGroups} />
      <PictureInput
        name="food_image"
        label="Image"
        address={image}
        words={image_words}
        error={answer?.errors?.food_image}
        onChange={setImage}
        onBusy={setUploading}
      />
      <div className="flex flex-wrap justify-end gap-3 pt-2">
        <button type="button" className={buttonClass('quiet')} onClick={cancel}>
          Cancel
        </button>
        <button type="submit" className={buttonClass('primary')} disabled={busy}>
          {busy ? 'One moment…' : dish ? 'Save' : 'Add Food'}
        </button>
      </div>
    </fetcher.Form>
  )
}

/** What is typed about a dish. */
function FoodFields({ dish, sections, errors }: Props & { errors: FoodErrors | undefined }) {
  const field = (name: keyof FoodErrors, label: string) => ({ name, label, error: errors?.[name] })
  return (
    <>
      <Field {...field('name', 'Food Name')} defaultValue={dish?.name} required maxLength={80} />
      <Field
        {...field('price', 'Price')}
        inputMode="decimal"
        defaultValue={dish ? String(dish.price_kobo / 100) : ''}
        required
        hint="In naira, without commas: 1500"
      />
      <Field
        {...field('description', 'Description (optional)')}
        multiline
        defaultValue={dish?.description ?? ''}
        maxLength={300}
      />
      <Field
        {...field('section', 'Section (optional)')}
        defaultValue={dish?.section}
        list="food-sections"
        maxLength={40}
        hint="The heading it stands under, like Rice or Drinks."
      />
      <datalist id="food-sections">
        {sections.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
