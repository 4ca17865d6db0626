import { build, type Plugin } from 'vite'

const suffix = '?script-text'

/**
 * `import { script_text } from './wake-page.ts?script-text'`: a module, with all that it imports, as the text of one
 * script. It is the same script while somebody works on it. The plugins look at what it is made of.
 */
export function scriptText(...plugins: Plugin[]): Plugin {
  return {
    name: 'script-text',
    async load(id) {
      if (!id.endsWith(suffix)) return
      const path = id.slice(0, -suffix.length)
      const built = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'error',
        define: { 'process.env.NODE_ENV': '"production"' },
        plugins,
        build: {
          write: false,
          target: 'es2022',
          modulePreload: false,
          rolldownOptions: { input: path, output: { format: 'es' } },
        },
      })
      const [script] = 'output' in built ? built.output : []
      if (!script) return this.error(`${path} is no script`)
      for (const part of script.moduleIds) this.addWatchFile(part)
      return `export const script_text = ${JSON.stringify(`(()=>{${script.code.trim()}})()`)}`
    },
  }
}
