/**
 * `npm run lock`: completes package-lock.json after a dependency changed. npm leaves out optional packages for other
 * platforms when it cannot read them at that moment, and `npm ci` then refuses the lock file everywhere. This adds the
 * missing entries, with the platform from their names.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

const lock = JSON.parse(readFileSync(file, 'utf8'))
const added = []

for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isListed(path, name)) continue
    lock.packages[`node_modules/${name}`] = {
      version,
      ...platformOf(name),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
    }
    added.push(`${name}@${version}`)
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([left], [right]) => (left < right ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length === 0 ? 'The lock file is complete.' : `Added ${added.join(', ')}.`)

/** Searches as Node does: beside the package that asks, then in every folder above it. */
function isListed(path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (!folder.includes('/node_modules/')) return Boolean(lock.packages[`node_modules/${name}`])
  }
}

function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = words.filter((word) => systems.includes(word))
  const cpu = words.filter((word) => processors.includes(word))
  const libc = os[0] === 'linux' && (name.includes('musl') ? ['musl'] : name.includes('-gnu') ? ['glibc'] : undefined)
  return { ...(cpu.length ? { cpu } : {}), ...(libc ? { libc } : {}), ...(os.length ? { os } : {}) }
}
