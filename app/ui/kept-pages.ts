import { KEPT_PAGES, type KeepingNews } from './live/worker-messages.ts'

/**
 * Makes this phone forget the rider's pages that its worker keeps (app/workers/rider-worker.ts). The worker is asked
 * too, because this page is about to go.
 */
export function forgetKeptPages(): void {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  navigator.serviceWorker.controller?.postMessage({ kind: 'forget' } satisfies KeepingNews)
  void caches.delete(KEPT_PAGES)
}
