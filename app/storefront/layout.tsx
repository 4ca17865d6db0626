import { useEffect } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import type { PageHandle } from '../page/page-handle.ts'
import { Logo } from '../ui/logo.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { CartDrawer } from './cart/cart-drawer.tsx'
import { Footer } from './footer.tsx'
import { Navigation } from './navigation.tsx'
import { settlePendingOrder } from './order-summary/pending-order.ts'
import { useFollowedLinks } from './use-followed-links.ts'

export const handle: PageHandle = { offline: 'says_why' }

export default function StorefrontLayout() {
  useFollowedLinks()
  const { pathname } = useLocation()
  const next = useNavigation()
  const followed = next.formMethod ? undefined : next.location
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving a page closes what opened on it.
  useEffect(() => closeDrawers, [pathname, followed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: where no answer came, the next page asks again.
  useEffect(() => {
    delete document.documentElement.dataset['cart']
    void settlePendingOrder()
  }, [pathname])
  return (
    <>
      <a href="#content" className="skip">
        Skip to the content
      </a>
      <Navigation />
      <main id="content" className="grow">
        <Outlet />
      </main>
      <Footer />
      <CartDrawer />
      <Toaster />
      {next.location && next.location.pathname !== pathname && next.formMethod !== 'POST' && (
        <Preview pathname={next.location.pathname} />
      )}
    </>
  )
}

function closeDrawers(): void {
  for (const drawer of document.querySelectorAll<HTMLDialogElement>('.drawer[open]')) drawer.close()
}

/**
 * What covers the old page while another is loaded: the logo on the way to a restaurant, else the bare shape of a page.
 */
function Preview({ pathname }: { pathname: string }) {
  const is_menu = /^\/restaurant\//i.test(pathname)
  return (
    <div role="status" className={is_menu ? 'preview preview-menu' : 'preview'}>
      {is_menu && <Logo large />}
      <span className="sr-only">Loading the {is_menu ? 'menu' : 'page'}</span>
    </div>
  )
}
