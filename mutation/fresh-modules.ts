import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The number of the change that is tried, as Stryker's runner tells it. */
    activeMutant?: string
  }
}

type Loaded = { idToModuleMap: Map<string, { promise?: unknown; exports?: unknown; evaluated?: boolean }> }
const of_this_thread = globalThis as { __vitest_worker__?: { evaluatedModules: Loaded }; tried_before?: string }

/**
 * Each change finds our own modules as they are when the app starts: some keep what they have built once, also what
 * a change has built. Packages stay.
 */
const tried = inject('activeMutant') ?? 'none'
if (of_this_thread.tried_before !== tried) {
  const loaded = of_this_thread.__vitest_worker__?.evaluatedModules.idToModuleMap ?? new Map()
  for (const [path, module] of loaded) {
    if (/\/node_modules\/|\/stryker-setup-|\/mutation\/fresh-modules/.test(path)) continue
    Object.assign(module, { promise: undefined, exports: undefined, evaluated: false })
  }
  of_this_thread.tried_before = tried
}
