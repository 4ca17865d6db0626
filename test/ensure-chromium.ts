/**
 * Chromium for the journeys. `node test/ensure-chromium.ts --install` installs it where that needs no password: on
 * Debian and Ubuntu, as root or with a sudo that asks for no password. Elsewhere it says how to get one.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const usual_places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
/** The fonts draw ₦ and the emoji of the pages. */
const debian_packages = ['chromium', 'fonts-noto-core', 'fonts-noto-color-emoji']

const how =
  'install one (Debian: apt-get install chromium; elsewhere: npx playwright-core install --with-deps chromium)'

/** Where Chromium is; CHROMIUM_PATH names one of yours. Throws an Error that says how to get one. */
export function chromium_path(): string {
  const named = process.env.CHROMIUM_PATH
  if (named && !isProgram(named)) throw new Error(`CHROMIUM_PATH: ${named} is not a program that can be run.`)
  const found = named || find()
  if (!found) throw new Error(`There is no Chromium: ${how}, or set CHROMIUM_PATH to one.`)
  return found
}

function find(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...usual_places,
    chromium.executablePath(),
  ]
  return candidates.find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function install(): void {
  const root = process.getuid?.() === 0
  const sudo = !root && spawnSync('sudo', ['-n', 'true']).status === 0
  if (!existsSync('/usr/bin/apt-get') || (!root && !sudo)) return
  console.log('Installing Chromium and its fonts…')
  const apt = (...args: string[]) => {
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]
    const [program = '', ...rest] = root ? command : ['sudo', '-n', ...command]
    execFileSync(program, rest, { stdio: 'inherit' })
  }
  apt('update')
  apt('install', '-y', '--no-install-recommends', ...debian_packages)
}

/** Ubuntu's package of this name only points to a snap, which does not work everywhere. */
function checkThatItRuns(path: string): void {
  const { status, stderr } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${path} does not run (${stderr?.trim().split('\n')[0]}): ${how}.`)
}

if (import.meta.main) {
  try {
    if (!process.env.CHROMIUM_PATH && !find() && process.argv.includes('--install')) install()
    const path = chromium_path()
    checkThatItRuns(path)
    console.log(path)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
