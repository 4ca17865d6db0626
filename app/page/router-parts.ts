import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** What the browser gets in the place of a file of React Router. */
const ours: Readonly<Record<string, URL>> = {
  'routeModules.js': new URL('./load-route-module.ts', import.meta.url),
  'fog-of-war.js': new URL('./all-routes-known.ts', import.meta.url),
  'instrumentation.js': new URL('./nothing-measured.ts', import.meta.url),
}

/** Asks the server for the data of pages. */
const asking = { file: 'single-fetch.js', by: new URL('./fetch-page-data.ts', import.meta.url) }

/**
 * Puts files of ours in the place of some of React Router's: the loading of scripts, and two parts that nothing here
 * uses, 2 KB of every first visit. What asks for the data of pages gets a `fetch` of ours. It stops a build where it
 * does not find one of them; a name that the router wants of one and that it does not have stops it too.
 */
export function routerParts(): Plugin {
  const replaced = new Set<string>()
  return {
    name: 'router-parts',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(source, importer = '') {
      const file = source.split('/').at(-1) ?? ''
      // The router's own server is built along, and left out as a whole.
      const own = ours[file]
      if (!own || !/\/react-router\/(?!.*\/(rsc|server-runtime)\/)/.test(importer)) return
      replaced.add(file)
      return fileURLToPath(own)
    },
    transform(code, id) {
      if (!id.endsWith(`/lib/dom/ssr/${asking.file}`) || !code.includes('await fetch(')) return
      replaced.add(asking.file)
      return { code: `import { fetchPageData as fetch } from '${fileURLToPath(asking.by)}'\n${code}`, map: null }
    },
    buildEnd(error) {
      const missing = [...Object.keys(ours), asking.file].filter((file) => !replaced.has(file))
      if (!error && missing.length > 0) this.error(`React Router has no ${missing.join(', ')} any more.`)
    },
  }
}
