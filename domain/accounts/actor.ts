export const roles = ['vendor', 'rider', 'admin'] as const
export type Role = (typeof roles)[number]

/** Who acts, as the session says. Verbs check it again: what a screen forgets to check, the domain refuses. */
export type Actor = { user_id: string; role: Role; email: string }
