/**
 * Keeps what pages of this build ask for beside what those of the builds before it do: a page outlives the process that
 * rendered it, and while processes of two builds run it may ask either of them (docs/decisions/085). The server looks
 * there for what it does not have itself (server/static-files.ts).
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const MOST_BUILDS = 10
/** Longer than a page stays open that nobody looks at. */
const MOST_DAYS = 14
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Adds the build in `folder` to those that are kept, with its `scripts` that stand in no file, and forgets the oldest.
 * A file's time is that of the last build that has it.
 */
export function keepAssets(folder: string, scripts: ReadonlyMap<string, string>, made_at: Date): void {
  const kept = join(folder, 'kept')
  const assets = join(folder, 'client', 'assets')
  mkdirSync(kept, { recursive: true })
  const files = new Map<string, Buffer | string>()
  for (const name of readdirSync(assets)) files.set(name, readFileSync(join(assets, name)))
  for (const [path, script] of scripts) if (path.startsWith('/assets/')) files.set(basename(path), script)
  for (const [name, content] of files) {
    const file = join(kept, name)
    // Whoever asks just now gets all of it or nothing.
    writeFileSync(`${file}.part`, content)
    utimesSync(`${file}.part`, made_at, made_at)
    renameSync(`${file}.part`, file)
  }
  const times = new Map(readdirSync(kept).map((name) => [name, statSync(join(kept, name)).mtimeMs]))
  const builds = [...new Set(times.values())].sort((one, other) => other - one)
  const oldest_ms = Math.max(builds[MOST_BUILDS - 1] ?? 0, made_at.getTime() - MOST_DAYS * DAY_MS)
  // The build before may still run, however old it is.
  const forgotten_ms = Math.min(oldest_ms, builds[1] ?? oldest_ms)
  for (const [name, time_ms] of times) if (time_ms < forgotten_ms) rmSync(join(kept, name))
}

if (import.meta.main) {
  const folder = fileURLToPath(new URL('../build', import.meta.url))
  const built = (await import(pathToFileURL(join(folder, 'server/index.js')).href)) as { scripts: Map<string, string> }
  keepAssets(folder, built.scripts, new Date())
  process.exit(0)
}
