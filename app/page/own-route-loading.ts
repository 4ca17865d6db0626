import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const own = fileURLToPath(new URL('./load-route-module.ts', import.meta.url))

/**
 * Puts app/page/load-route-module.ts in the place of React Router's loading of scripts,
 * and stops a build where it finds none.
 */
export function ownRouteLoading(): Plugin {
  let replaced = false
  return {
    name: 'own-route-loading',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(source, importer = '') {
      if (!source.endsWith('/routeModules.js') || !importer.includes('/react-router/')) return
      replaced = true
      return own
    },
    buildEnd(error) {
      if (!error && !replaced) this.error('React Router loads the scripts of pages in another way than before.')
    },
  }
}
