import { useEffect, useRef, useState } from 'react'
import { Field } from '../../ui/forms/field.tsx'
import { PHOTO_ON_ITS_WAY, photo_words } from '../../ui/pictures/photo-words.ts'
import { PictureInput } from '../../ui/pictures/picture-input.tsx'
import type { StepProps } from './step-props.ts'

const categories = ['Buka', 'Rice bowls', 'Amala & swallow', 'Suya & grill', 'Shawarma', 'Snacks', 'Drinks', 'Bakery']

export function BusinessStep({ fields, keep, setMissing }: StepProps) {
  const [photo, setPhoto] = useState(fields['profile_photo'] ?? '')
  const shown = useRef(photo)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new photo is stored as soon as its field holds it.
  useEffect(() => {
    if (shown.current !== photo) keep()
    shown.current = photo
  }, [photo])
  return (
    <>
      <Field
        name="name"
        label="Business Name"
        defaultValue={fields['name']}
        required
        maxLength={80}
        autoComplete="organization"
      />
      <Field
        name="category"
        label="Category"
        defaultValue={fields['category']}
        required
        maxLength={40}
        list="categories"
        hint="What you are known for, like Buka or Shawarma."
      />
      <datalist id="categories">
        {categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field
        name="phone"
        label="Phone"
        type="tel"
        inputMode="tel"
        defaultValue={fields['phone']}
        required
        maxLength={25}
        autoComplete="tel"
        hint="New orders are sent to this number."
      />
      <PictureInput
        name="profile_photo"
        label="Logo or photo (optional)"
        address={photo}
        words={photo_words}
        onChange={setPhoto}
        onBusy={(busy) => setMissing(busy ? PHOTO_ON_ITS_WAY : null)}
      />
    </>
  )
}
