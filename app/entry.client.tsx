import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

// When a newer navigation overtakes another, the router aborts the older one's data, and its decoder leaves that
// rejection unhandled. Nothing went wrong, so nothing may be reported.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault()
})

// While somebody works on the code no waking script does it.
if (import.meta.env.DEV) document.documentElement.dataset['runs'] = ''

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})
