import { Link, NavLink } from 'react-router'
import { brand } from '../../domain/brand.ts'
import { Icon } from '../ui/icon.tsx'
import { Logo } from '../ui/logo.tsx'
import { itemCount } from './cart/cart-store.ts'
import { CART_DRAWER_ID } from './cart/open-cart.ts'
import { useCart } from './cart/use-cart.ts'

const links = [
  { to: '/', label: 'Home' },
  { to: '/restaurants', label: 'Restaurants' },
  { to: '/orders', label: 'Your orders' },
  { to: '/login', label: 'Log in' },
] as const satisfies readonly { to: Address; label: string }[]

/** In pixels: twice as large a text must not push the cart out of view. */
const icon_button = 'relative grid size-[44px] shrink-0 place-items-center rounded-control hover:bg-white/10'

export function Navigation() {
  const count = itemCount(useCart())

  return (
    <header className="no-print top-0 z-30 bg-brand-strong text-white tall:sticky">
      <nav aria-label="Main" className="page-width flex min-h-16 flex-wrap items-center gap-x-2">
        <button
          type="button"
          aria-label="Open menu"
          className={`${icon_button} -ml-2 md:hidden`}
          commandfor="menu"
          command="show-modal"
        >
          <Icon path="M4 6h16M4 12h16M4 18h16" className="size-6" />
        </button>
        <Link
          to={'/' satisfies Address}
          aria-label={`${brand.name}, home`}
          className="mr-auto flex min-h-11 min-w-0 items-center"
        >
          <Logo />
        </Link>
        <Places className="hidden flex-wrap md:flex" />
        <button
          type="button"
          aria-label={count === 0 ? 'Open cart' : `Open cart, ${count} ${count === 1 ? 'item' : 'items'}`}
          className={icon_button}
          commandfor={CART_DRAWER_ID}
          command="show-modal"
        >
          <Icon path="M5 8h14l-1 12.5H6zM8.5 11V7a3.5 3.5 0 0 1 7 0v4" className="size-6" />
          {count > 0 && (
            <span
              data-testid="cart-badge"
              className={
                'absolute -top-0.5 -right-0.5 min-w-5 rounded-full bg-plantain px-1 text-center text-xs ' +
                'line-5 font-bold text-[#1b2233]'
              }
            >
              {count}
            </span>
          )}
        </button>
      </nav>
      <dialog id="menu" aria-label="Menu" className="drawer drawer-left w-[240px] text-ink" closedby="any">
        <div className="flex justify-end p-2">
          <button
            type="button"
            aria-label="Close menu"
            className="grid size-11 place-items-center rounded-control hover:bg-sunken"
            commandfor="menu"
            command="close"
          >
            <Icon path="M6 6l12 12M18 6 6 18" />
          </button>
        </div>
        <Places className="px-2" />
      </dialog>
    </header>
  )
}

function Places({ className }: { className: string }) {
  return (
    <ul className={className}>
      {links.map((link) => (
        <li key={link.to}>
          <NavLink to={link.to} end className="place">
            {link.label}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
