import type { AdminRole } from '../admin-roles.ts'

export const roles = ['vendor', 'rider', 'admin'] as const
export type Role = (typeof roles)[number]

/**
 * Who acts, as the session says. Verbs check it again: what a screen forgets to check, the domain refuses. An admin
 * without an `admin_role` has no rights (domain/admin-roles.ts).
 */
export type Actor = { user_id: string; role: Role; email: string; admin_role?: AdminRole | undefined }
