import { z } from 'zod'
import { admin_role_names } from '../admin-roles.ts'
import { kitchen_role_names } from '../kitchen-roles.ts'

/** Such a domain receives no mail (RFC 2606): nothing is sent there, and nobody registers with it. */
export const NOWHERE = '.invalid'

/** In lower case, as the column holds it: one mailbox, one account. */
const known_email = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Please enter your email.')
  .max(254, 'This address is too long to be one.')
  .pipe(z.email('This address cannot receive mail. Is it complete?'))

const email = known_email.refine(
  (address) => !address.endsWith(NOWHERE),
  'This address cannot receive mail. Is it complete?',
)

/** Refuses only what is unsafe by its length (docs/decisions/021-passwords.md); `password-safety.ts` does the rest. */
const new_password = z
  .string()
  .min(8, 'Please use at least 8 characters.')
  .max(128, 'Please use at most 128 characters.')

/** The two roles that people give themselves; an admin is made by a command. */
export const self_registered_roles = ['vendor', 'rider'] as const

export const register_form = z.object({
  email,
  password: new_password,
  role: z.enum(self_registered_roles, 'Are you a vendor or a rider?'),
})

/** Used by a command only (`make-admin.ts`). The dashboard greets with the first name. */
export const admin_form = z.object({
  email,
  name: z.string().trim().min(1, 'Please enter a name.').max(80, 'Please use at most 80 characters.'),
  password: new_password.optional(),
})

/** Whom an owner invites as an admin. */
export const invitation_form = admin_form
  .omit({ password: true })
  .extend({ admin_role: z.enum(admin_role_names, 'Please choose a role.') })

/** Whom a kitchen invites to work there; by phone without a mail address. */
export const staff_form = admin_form
  .omit({ password: true })
  .extend({ email: email.optional(), role: z.enum(kitchen_role_names, 'Please choose a role.') })

/** Who was invited by phone makes a login: with a mail address, or empty with that number. */
export const invited_form = z.object({ email: z.literal('').or(email), password: new_password })

/** An old password may break today's rule, so it only has to be there. */
export const sign_in_form = z.object({
  email: known_email,
  password: z.string().min(1, 'Please enter your password.').max(128, 'This password is too long to be one.'),
})

export const reset_form = z.object({ email: known_email })

export const new_password_form = z
  .object({ password: new_password, confirmation: z.string() })
  .refine((form) => form.password === form.confirmation, {
    path: ['confirmation'],
    error: 'Passwords do not match.',
  })

/** The first complaint about each field. */
export function fieldErrors<Field extends string>(error: z.ZodError): Partial<Record<Field, string>> {
  const errors: Partial<Record<Field, string>> = {}
  for (const issue of error.issues) errors[issue.path[0] as Field] ??= issue.message
  return errors
}
