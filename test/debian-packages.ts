import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Installs packages where that needs no password: on Debian and Ubuntu, as root or with a sudo that asks for none. Null
 * elsewhere.
 */
export function debianPackages(): { update(): boolean; install(...packages: string[]): boolean } | null {
  const root = process.getuid?.() === 0
  const sudo = !root && spawnSync('sudo', ['-n', 'true']).status === 0
  if (!existsSync('/usr/bin/apt-get') || (!root && !sudo)) return null
  const apt = (...args: string[]) => {
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]
    const [program = '', ...rest] = root ? command : ['sudo', '-n', ...command]
    return spawnSync(program, rest, { stdio: 'inherit' }).status === 0
  }
  return {
    update: () => apt('update'),
    install: (...packages) => apt('install', '-y', '--no-install-recommends', ...packages),
  }
}

/** The first program of these names that this user may run, by the folders of PATH and then at other places. */
export function programAt(names: readonly string[], elsewhere: readonly string[] = []): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...elsewhere].find(isProgram)
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
