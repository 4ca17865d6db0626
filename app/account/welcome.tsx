import type { ShellUser } from './shell-user.ts'

/** Who is welcome here: name and email. `level` is that of its heading, where something else comes first. */
export function Welcome({ user, level = 1 }: { user: ShellUser; level?: 1 | 2 }) {
  const Heading = `h${level}` as const
  return (
    <>
      <Heading className="text-3xl font-extrabold">{user.name ? `Welcome, ${user.name}` : 'Welcome'}</Heading>
      <p className="mt-1 break-words text-ink-soft">{user.email}</p>
    </>
  )
}
