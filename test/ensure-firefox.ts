/** Firefox for the bench that walks in it, as Debian has it; installed where that needs no password. */
import { debianPackages, isProgram, programAt } from './debian-packages.ts'

const names = ['firefox-esr', 'firefox']
const how = 'There is no Firefox: install one (Debian: apt-get install firefox-esr), or set FIREFOX_PATH to one.'

/** Where Firefox is; FIREFOX_PATH names one of yours. Throws an Error that says how to get one. */
export function firefox_path(): string {
  const named = process.env.FIREFOX_PATH
  if (named && !isProgram(named)) throw new Error(`FIREFOX_PATH: ${named} is not a program that can be run.`)
  const found = named || programAt(names) || (install() && programAt(names))
  if (!found) throw new Error(how)
  return found
}

function install(): boolean {
  const apt = debianPackages()
  if (!apt) return false
  console.log('Installing Firefox…')
  return apt.update() && apt.install('firefox-esr', 'fonts-noto-core', 'fonts-noto-color-emoji')
}
