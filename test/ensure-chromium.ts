/**
 * Chromium for the journeys. `node test/ensure-chromium.ts --install` installs it where that needs no password: on
 * Debian and Ubuntu, as root or with a sudo that asks for no password. Elsewhere it says how to get one. Most journeys
 * walk in its headless shell where there is one (docs/decisions/121-headless-shell.md).
 */
import { spawnSync } from 'node:child_process'
import { chromium } from 'playwright-core'
import { debianPackages, isProgram, programAt } from './debian-packages.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const usual_places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const headless_shell = 'chromium-headless-shell'
/** The fonts draw ₦ and the emoji of the pages. */
const debian_packages = ['chromium', 'fonts-noto-core', 'fonts-noto-color-emoji']

const how =
  'install one (Debian: apt-get install chromium; elsewhere: npx playwright-core install --with-deps chromium)'

/** Where Chromium is; CHROMIUM_PATH names one of yours. Throws an Error that says how to get one. */
export function chromium_path(): string {
  const named = process.env.CHROMIUM_PATH
  if (named && !isProgram(named)) throw new Error(`CHROMIUM_PATH: ${named} is not a program that can be run.`)
  const found = named || find(names)
  if (!found) throw new Error(`There is no Chromium: ${how}, or set CHROMIUM_PATH to one.`)
  return found
}

/** The headless shell, which shows no notifications; Chromium itself where there is none or CHROMIUM_PATH names one. */
export function quick_chromium_path(): string {
  return (process.env.CHROMIUM_PATH ? undefined : find([headless_shell])) ?? chromium_path()
}

function find(programs: readonly string[]): string | undefined {
  return programAt(programs, programs === names ? [...usual_places, chromium.executablePath()] : [])
}

/** Installs what is missing of Chromium, its fonts and its headless shell. The journeys walk without the shell too. */
function install(): void {
  const apt = debianPackages()
  if (!apt) return
  if (!find(names)) {
    console.log('Installing Chromium and its fonts…')
    if (!apt.update() || !apt.install(...debian_packages)) throw new Error(`Chromium could not be installed: ${how}.`)
  }
  if (!find([headless_shell]) && !apt.install(headless_shell)) {
    console.log(`There is no ${headless_shell} here: the journeys take longer.`)
  }
}

/** Ubuntu's package of this name only points to a snap, which does not work everywhere. */
function checkThatItRuns(path: string): void {
  const { status, stderr } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${path} does not run (${stderr?.trim().split('\n')[0]}): ${how}.`)
}

if (import.meta.main) {
  try {
    if (!process.env.CHROMIUM_PATH && process.argv.includes('--install')) install()
    const path = chromium_path()
    checkThatItRuns(path)
    console.log(path)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
