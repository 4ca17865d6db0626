import type { AdminRole } from '../admin-roles.ts'
import type { Kitchen } from '../kitchen-roles.ts'
import type { Mover } from '../lifecycle.ts'

export const roles = ['vendor', 'rider', 'admin'] as const
export type Role = (typeof roles)[number]

/**
 * Who acts, as the session says. Verbs check it again: what a screen forgets to check, the domain refuses. An admin
 * without an `admin_role` has no rights (domain/admin-roles.ts), nor has a vendor without a `kitchen`
 * (domain/kitchen-roles.ts). `user_id` is the person, whom histories name; `kitchen` is what they act for, and
 * `kitchens` are all that they work in, where those are several.
 */
export type Actor = {
  user_id: string
  role: Role
  email: string
  admin_role?: AdminRole | undefined
  kitchen?: Kitchen | undefined
  kitchens?: readonly Kitchen[] | undefined
  /** Nobody's account: whoever holds the kitchen's telephone, from which they wrote. */
  by_text?: true | undefined
}

/** The kitchens in which somebody works; the one they act for where that is the only one. */
export function kitchensOf({ kitchen, kitchens }: Pick<Actor, 'kitchen' | 'kitchens'>): readonly Kitchen[] {
  return kitchens ?? (kitchen ? [kitchen] : [])
}

/** Whoever registered a kitchen: it has the id of their account. */
export function founderOf({ user_id, email }: { user_id: string; email: string }): Actor {
  return { user_id, role: 'vendor', email, kitchen: { vendor_id: user_id, role: 'owner' } }
}

/** Whoever writes from the kitchen's own telephone: they may do what its owner may, and histories name nobody. */
export function writerOf(kitchen: { user_id: string; email: string }): Actor {
  return { ...founderOf(kitchen), by_text: true }
}

/** Who acts, as histories name them. */
export function moverOf({ role, user_id, by_text }: Pick<Actor, 'role' | 'user_id' | 'by_text'>): Mover {
  return { role, user_id: by_text ? null : user_id }
}
