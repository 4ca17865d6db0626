import { useEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { brand } from '../../domain/brand.ts'
import { Icon } from '../ui/icon.tsx'
import { itemCount, useCart } from './cart/cart-store.ts'
import { openCart } from './cart/open-cart.ts'
import { Logo } from './logo.tsx'

const links = [
  { to: '/', label: 'Home' },
  { to: '/restaurants', label: 'Restaurants' },
] as const

const icon_button = 'relative grid size-11 place-items-center rounded-control hover:bg-white/10'

export function Navigation() {
  const count = itemCount(useCart())
  const menu = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page, whichever, closes the menu.
  useEffect(() => menu.current?.close(), [key])

  return (
    <header className="no-print sticky top-0 z-30 bg-brand-strong text-white">
      <nav aria-label="Main" className="page-width flex h-16 items-center gap-2">
        <button
          type="button"
          aria-label="Open menu"
          className={`${icon_button} -ml-2 md:hidden`}
          onClick={() => menu.current?.showModal()}
        >
          <Icon path="M4 6h16M4 12h16M4 18h16" className="size-6" />
        </button>
        <Link to="/" aria-label={`${brand.name}, home`} className="mr-auto flex min-h-11 items-center">
          <Logo />
        </Link>
        <ul className="hidden gap-1 md:flex">
          {links.map((link) => (
            <li key={link.to}>
              <NavLink
                to={link.to}
                end
                className="flex min-h-11 items-center rounded-control px-4 font-semibold hover:bg-white/10 aria-[current=page]:text-plantain"
              >
                {link.label}
              </NavLink>
            </li>
          ))}
        </ul>
        <button
          type="button"
          aria-label={count === 0 ? 'Open cart' : `Open cart, ${count} ${count === 1 ? 'item' : 'items'}`}
          className={icon_button}
          onClick={openCart}
        >
          <Icon path="M5 8h14l-1 12.5H6zM8.5 11V7a3.5 3.5 0 0 1 7 0v4" className="size-6" />
          {count > 0 && (
            <span
              data-testid="cart-badge"
              className="absolute -top-0.5 -right-0.5 min-w-5 rounded-full bg-plantain px-1 text-center text-xs leading-5 font-bold text-[#1b2233]"
            >
              {count}
            </span>
          )}
        </button>
      </nav>
      <dialog ref={menu} aria-label="Menu" className="drawer drawer-left w-[240px] text-ink" closedby="any">
        <div className="flex justify-end p-2">
          <button
            type="button"
            aria-label="Close menu"
            className="grid size-11 place-items-center rounded-control hover:bg-sunken"
            onClick={() => menu.current?.close()}
          >
            <Icon path="M6 6l12 12M18 6 6 18" />
          </button>
        </div>
        <ul className="px-2">
          {links.map((link) => (
            <li key={link.to}>
              <NavLink
                to={link.to}
                end
                className="flex min-h-12 items-center rounded-control px-4 font-semibold hover:bg-sunken aria-[current=page]:bg-sunken"
              >
                {link.label}
              </NavLink>
            </li>
          ))}
        </ul>
      </dialog>
    </header>
  )
}
