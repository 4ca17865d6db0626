import { useEffect } from 'react'
import { Outlet, useNavigation } from 'react-router'
import { Toaster } from '../ui/toast.tsx'
import { CartDrawer } from './cart/cart-drawer.tsx'
import { Footer } from './footer.tsx'
import { Logo } from './logo.tsx'
import { Navigation } from './navigation.tsx'
import { settlePendingOrder } from './order-summary/pending-order.ts'
import { useFollowedLinks } from './use-followed-links.ts'

export default function StorefrontLayout() {
  useFollowedLinks()
  useEffect(() => {
    void settlePendingOrder()
  }, [])
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-surface focus:p-4"
      >
        Skip to the content
      </a>
      <Navigation />
      <main id="content" className="grow">
        <Outlet />
      </main>
      <Footer />
      <CartDrawer />
      <Toaster />
      <Preloader />
    </>
  )
}

/** Spec §2: a full-screen logo while a restaurant's page is on its way. */
function Preloader() {
  const { location } = useNavigation()
  if (!location?.pathname.toLowerCase().startsWith('/restaurant/')) return null
  return (
    <div
      role="status"
      className="preloader fixed inset-0 z-40 grid place-content-center bg-brand-strong text-white"
    >
      <Logo large />
      <span className="sr-only">Loading the menu</span>
    </div>
  )
}
