import { build, type Plugin, type UserConfig } from 'vite'

const suffix = '?script-text'

/**
 * `import { script_text } from './wake-page.ts?script-text'`: a module, with all that it imports, as the text of one
 * script, also in development. `how` adds to the settings of its build.
 */
export function scriptText(how: UserConfig): Plugin {
  return {
    name: 'script-text',
    async load(id) {
      if (!id.endsWith(suffix)) return
      const { code, parts } = await oneScript(id.slice(0, -suffix.length), how)
      for (const path of parts) this.addWatchFile(path)
      return `export const script_text = ${JSON.stringify(code)}`
    },
  }
}

export async function oneScript(path: string, how: UserConfig): Promise<{ code: string; parts: string[] }> {
  const built = await build({
    ...how,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      ...{ write: false, target: 'es2022', modulePreload: false },
      rolldownOptions: { input: path, optimization: { inlineConst: { mode: 'all', pass: 2 } } },
    },
  })
  const [script] = 'output' in built ? built.output : []
  if (!script) throw new Error(`${path} is no script`)
  return { code: `(()=>{${script.code.trim()}})()`, parts: script.moduleIds }
}
