import { Field } from '../ui/field.tsx'

/** The mail address of an account: its owner signs in with it. */
export function EmailField(props: { defaultValue: string | undefined; error: string | undefined }) {
  return (
    <Field
      {...props}
      name="email"
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      required
    />
  )
}
