import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Bank } from '../../../adapters/banks/bank-directory.ts'
import { brand } from '../../../domain/brand.ts'
import { vehicles } from '../../../domain/delivery/lifecycle.ts'
import { BankFields } from '../../ui/bank-account/bank-fields.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { isLostLine } from '../../ui/forms/answer-lost-line.ts'
import { Field, RefusedContext } from '../../ui/forms/field.tsx'
import { keepOnServer } from '../../ui/forms/kept-form.ts'
import { LostLineNotice } from '../../ui/forms/lost-line-notice.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { useMissing } from '../../ui/forms/use-missing.ts'
import { usePageAnswer } from '../../ui/forms/use-page-answer.ts'
import { useRefused } from '../../ui/forms/use-refused.ts'
import { Notice } from '../../ui/notice.tsx'
import { PHOTO_ON_ITS_WAY, photo_words } from '../../ui/pictures/photo-words.ts'
import { PictureInput } from '../../ui/pictures/picture-input.tsx'
import { Standing, type StandingView } from '../desk/standing.tsx'

const REST_MS = 600

/**
 * Who rides, how, and where the money goes. What is typed is saved on our server meanwhile, so a closed page loses
 * nothing.
 */
export function RegistrationForm(props: {
  standing: StandingView
  fields: Readonly<Record<string, string>>
  landmarks: readonly string[]
  banks: readonly Bank[] | null
}) {
  const { standing, fields, landmarks, banks } = props
  const lost = isLostLine(usePageAnswer())
  const refused = useRefused('')
  const form = useRef<HTMLFormElement>(null)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const busy = useNavigation().state !== 'idle'
  const [photo, setPhoto] = useState(fields['profile_photo'] ?? '')
  const photo_way = useMissing()
  const account = useMissing()
  const told = photo_way.told ?? account.told
  const keepSoon = () => {
    clearTimeout(rest.current)
    rest.current = setTimeout(() => form.current && void keepOnServer('/rider/draft', form.current), REST_MS)
  }
  useEffect(() => {
    if (refused?.said) form.current?.scrollIntoView({ block: 'start' })
    else if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refused])
  useEffect(() => () => clearTimeout(rest.current), [])

  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      noValidate
      replace
      preventScrollReset
      className="grid scroll-mt-20 gap-5"
      onInput={keepSoon}
      onSubmit={(event) => {
        if (!photo_way.stops(event) && !account.stops(event)) clearTimeout(rest.current)
      }}
    >
      {standing.rejected_reason && <Standing standing={standing} />}
      {refused?.said && <Notice kind="bad">{refused.said}</Notice>}
      {/* What was typed comes with the page: it was kept. */}
      <RefusedContext value={{ errors: refused?.errors ?? {}, typed: {} }}>
        <fieldset className="card grid gap-5 p-5">
          <legend className="sr-only">You</legend>
          <RiderFields fields={fields} landmarks={landmarks} />
          <PictureInput
            name="profile_photo"
            label="A photo of your face"
            address={photo}
            words={photo_words}
            onChange={(address) => {
              setPhoto(address)
              keepSoon()
            }}
            onBusy={(busy) => photo_way.setMissing(busy ? PHOTO_ON_ITS_WAY : null)}
          />
        </fieldset>
        <fieldset className="card grid gap-5 p-5">
          <legend className="sr-only">Your bank account</legend>
          <BankFields fields={fields} banks={banks} page="/rider/registration" setMissing={account.setMissing} />
        </fieldset>
      </RefusedContext>
      {lost && !busy && <LostLineNotice what="Your registration may not have reached us." />}
      {told && <Notice kind="warn">{told}</Notice>}
      <p className="text-sm text-ink-soft">Please check everything. After you send it, only we can open it again.</p>
      <button type="submit" className={buttonClass('primary', 'min-h-14 text-lg')} disabled={busy}>
        {busy ? 'One moment…' : 'Send registration'}
      </button>
    </Form>
  )
}

function RiderFields(props: { fields: Readonly<Record<string, string>>; landmarks: readonly string[] }) {
  const field = (name: string, label: string) => ({
    name,
    label,
    required: true,
    defaultValue: props.fields[name],
  })
  return (
    <>
      <Field {...field('name', 'Full name')} maxLength={80} autoComplete="name" hint="Customers see your first name." />
      <Field
        {...field('phone', 'Phone')}
        type="tel"
        inputMode="tel"
        maxLength={25}
        autoComplete="tel"
        hint="Customers call it while their food is on the way."
      />
      <SelectField {...field('vehicle', 'How you get about')}>
        <option value="">Choose one</option>
        {vehicles.map((vehicle) => (
          <option key={vehicle}>{vehicle}</option>
        ))}
      </SelectField>
      <SelectField {...field('landmark', 'Where you usually wait')}>
        <option value="">
          {props.landmarks.length > 0
            ? 'Choose a landmark'
            : `No landmark is there yet: please call ${brand.support_phone}`}
        </option>
        {props.landmarks.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
    </>
  )
}
