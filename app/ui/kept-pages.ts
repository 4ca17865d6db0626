/**
 * Has this phone forget the pages that public/sw.js keeps; the worker is asked too, because this page is about to go.
 */
export function forgetKeptPages(): void {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  navigator.serviceWorker.controller?.postMessage({ kind: 'forget' })
  void caches.delete('rider-pages')
}
