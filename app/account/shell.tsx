import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { brand } from '../../domain/brand.ts'
import { Logo } from '../storefront/logo.tsx'
import { Toaster } from '../ui/toast.tsx'
import { GuardSpinner } from './frame.tsx'
import { LogoutButton } from './logout-button.tsx'

export type ShellUser = { name: string; email: string; role: string; home: string }

const header_button = 'flex min-h-11 items-center gap-2 rounded-control px-3 font-semibold hover:bg-white/10'

/** The frame around the pages of somebody who is logged in. */
export function Shell({ user, children }: { user: ShellUser; children: ReactNode }) {
  const { name, email, role } = user
  useEffect(() => {
    // Spec §3: the key `user` in session storage.
    sessionStorage.setItem('user', JSON.stringify({ name, email, role }))
  }, [name, email, role])
  return (
    <>
      <header className="bg-brand-strong text-white">
        <div className="page-width flex min-h-16 flex-wrap items-center gap-x-2 py-1">
          <Link
            to={user.home}
            aria-label={`${brand.name}, dashboard`}
            className="mr-auto flex min-h-11 items-center"
          >
            <Logo />
          </Link>
          <Link to="/account-security" className={header_button}>
            Security
          </Link>
          <LogoutButton className={header_button} />
        </div>
      </header>
      <main id="content" className="page-width max-w-3xl grow py-8">
        {children}
      </main>
      <GuardSpinner />
      <Toaster />
    </>
  )
}

/** Who is welcome here: name and email (spec §2). */
export function Welcome({ user, children }: { user: ShellUser; children?: ReactNode }) {
  return (
    <>
      <h1 className="text-3xl font-extrabold">{user.name ? `Welcome, ${user.name}` : 'Welcome'}</h1>
      <p className="mt-1 text-ink-soft">{user.email}</p>
      {children}
    </>
  )
}
