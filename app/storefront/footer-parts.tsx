import { brand, business_address } from '../../domain/brand.ts'
import { Logo } from '../ui/logo.tsx'
import { contact_links } from './pages/contact-links.ts'

const groups = [
  {
    title: brand.name,
    links: [
      ['/home', 'Home'],
      ['/about', 'About'],
      ['/careers', 'Careers'],
    ],
  },
  {
    title: 'Partners',
    links: [
      ['/vendors', 'Vendors'],
      ['/delivery', 'Delivery'],
    ],
  },
  {
    title: 'Help',
    links: [
      ['/orders', 'Your orders'],
      ['/cart', 'Cart'],
      ['/faqs', 'FAQs'],
      ['/contact', 'Contact'],
    ],
  },
  {
    title: 'Legal',
    links: [
      ['/privacy', 'Privacy'],
      ['/terms', 'Terms'],
      ['/cookies', 'Cookies'],
    ],
  },
] as const satisfies readonly { title: string; links: readonly (readonly [Address, string])[] }[]

/** One SVG path each, drawn in strokes on a grid of 24. */
const social_links = [
  {
    name: 'Instagram',
    url: contact_links.instagram,
    path: 'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zM12 8a4 4 0 1 0 0 8 4 4 0 1 0 0-8zM17 7v.01',
  },
  { name: 'X', url: contact_links.x, path: 'M4 4l13 16h3L7 4zM20 4l-7 7.5M4 20l7-7.5' },
  {
    name: 'WhatsApp',
    url: contact_links.whatsapp,
    path: 'M3.5 20.5l1.3-4.5a8.6 8.6 0 1 1 3.3 3.2zM9 8.5c0 3.5 3 6.5 6.5 6.5l1-1.8-2.2-1-1 .8a5 5 0 0 1-2.3-2.3l.8-1-1-2.2z',
  },
] as const

const touchable = 'inline-flex min-h-11 items-center hover:underline'

/** What stands in the footer. Its links are plain ones (use-followed-links.ts). */
export function FooterParts() {
  return (
    <div className="page-width grid gap-8 py-10 lg:grid-cols-[1.4fr_2fr]">
      <div>
        <Logo />
        <address className="mt-3 not-italic">
          <p className="text-white/85">{business_address}</p>
          <a className={touchable} href={contact_links.phone}>
            {brand.support_phone}
          </a>
          <br />
          <a className={touchable} href={contact_links.mail}>
            {brand.support_email}
          </a>
        </address>
        <ul className="mt-2 -ml-2.5 flex">
          {social_links.map(({ name, url, path }) => (
            <li key={name}>
              <a
                href={url}
                rel="noopener"
                className="grid size-11 place-items-center rounded-control hover:bg-white/10"
              >
                <span className="sr-only">
                  {brand.name} on {name}
                </span>
                <svg
                  viewBox="0 0 24 24"
                  className="size-6"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="2"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                  aria-hidden="true"
                >
                  <path d={path} />
                </svg>
              </a>
            </li>
          ))}
        </ul>
      </div>
      <nav aria-label="Footer" className="grid grid-cols-2 gap-6 sm:grid-cols-4">
        {groups.map(({ title, links }) => (
          <div key={title}>
            <h2 className="text-sm font-bold text-plantain">{title}</h2>
            <ul className="mt-1">
              {links.map(([to, label]) => (
                <li key={to}>
                  <a className={touchable} href={to}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <p className="border-t border-white/20 pt-4 text-sm text-white/80 lg:col-span-2">
        © {brand.name}, {brand.city}, Nigeria. All rights reserved.
      </p>
    </div>
  )
}
