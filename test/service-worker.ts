import type { CDPSession } from 'playwright-core'

/** The browser's own name for the service worker of a scope (an address), by which it can be woken. */
export async function registrationOf(cdp: CDPSession, scope: string): Promise<string> {
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === scope)
      if (found) resolve(found.registrationId)
    })
  })
  // Reports registrations the first time only.
  await cdp.send('ServiceWorker.enable')
  return registered
}
