import type { ShellUser } from './shell-user.ts'

/** Who is welcome here: name and email. */
export function Welcome({ user }: { user: ShellUser }) {
  return (
    <>
      <h1 className="text-3xl font-extrabold">{user.name ? `Welcome, ${user.name}` : 'Welcome'}</h1>
      <p className="mt-1 break-words text-ink-soft">{user.email}</p>
    </>
  )
}
