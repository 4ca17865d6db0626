import { type ResolveFnOutput, registerHooks } from 'node:module'

/**
 * For each import that Node.js 24 resolves, it reads all `exports` of the package's package.json anew. Those of
 * drizzle-orm alone are 170 KB, so this took half of a start and a hundred megabytes. For what is imported after this
 * file, a package that the app imports is resolved once, and so is what kind of modules a package's folder holds
 * (docs/decisions/188). Imported for its effect.
 */
const packages = new Map<string, ResolveFnOutput>()
const formats = new Map<string, ResolveFnOutput['format']>()
const project = new URL('..', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context
    // What is required may be another file than what is imported, and name it without its ending.
    if (!conditions.includes('import') || !parentURL.startsWith(project)) return next(specifier, context)
    if (!parentURL.includes('/node_modules/')) {
      if (!isPackage(specifier)) return next(specifier, context)
      const known = packages.get(specifier)
      if (known) return known
      const found = next(specifier, context)
      packages.set(specifier, { ...found, shortCircuit: true })
      return found
    }
    if (!isScriptBeside(specifier)) return next(specifier, context)
    const url = new URL(specifier, parentURL).href
    const folder = new URL('.', url).href
    const format = formats.get(folder)
    if (format) return { url, format, shortCircuit: true }
    const found = next(specifier, context)
    if (found.url === url) formats.set(folder, found.format)
    return found
  },
})

const isPackage = (specifier: string) => !/^[./#]|^[a-z]+:/.test(specifier)
const isScriptBeside = (specifier: string) => /^\.\.?\/[^?#]*\.js$/.test(specifier)
