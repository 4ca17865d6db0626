import { execFileSync, spawnSync } from 'node:child_process'

/** The end of a machine's cable that can be pulled: packets vanish then, in both directions, and nobody is told. */
export type Cable = { pull(): void; plug(): void }

/** A machine in a network of its own. */
export type NetworkedMachine = {
  address: string
  cable: Cable
  /** What to put before a program so that it runs there, as this user. */
  enter(user: { uid: number; gid: number } | undefined): string[]
}

export type Network = {
  /** Where those machines reach this one. */
  here: string
  machines: readonly NetworkedMachine[]
  close(): void
}

const BRIDGE = 'chowgate0'
const addressOf = (n: number) => `10.77.0.${n}`
const HERE = addressOf(254)

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })

/**
 * Network namespaces of Linux, one for each machine, on one bridge. Null where this is not allowed: it needs root, and
 * the program `ip`.
 */
export function openNetwork(names: readonly string[]): Network | null {
  const spaces = names.map((name) => `chowgate-${name}`)
  // Also what is left of one that was killed; what is not there is no error.
  const close = () => {
    for (const space of spaces) spawnSync('ip', ['netns', 'delete', space], { stdio: 'ignore' })
    spawnSync('ip', ['link', 'delete', BRIDGE], { stdio: 'ignore' })
  }
  close()
  try {
    ip('link', 'add', BRIDGE, 'type', 'bridge')
    ip('address', 'add', `${HERE}/24`, 'dev', BRIDGE)
    ip('link', 'set', BRIDGE, 'up')
    const machines = spaces.map((space, n) => openMachine(space, addressOf(n + 1)))
    return { here: HERE, machines, close }
  } catch {
    close()
    return null
  }
}

function openMachine(space: string, address: string): NetworkedMachine {
  const inside = ['netns', 'exec', space, 'ip']
  ip('netns', 'add', space)
  // The near end of the cable has the name of the machine.
  ip('link', 'add', space, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
  ip('link', 'set', space, 'master', BRIDGE, 'up')
  ip(...inside, 'address', 'add', `${address}/24`, 'dev', 'eth0')
  for (const device of ['lo', 'eth0']) ip(...inside, 'link', 'set', device, 'up')
  return {
    address,
    cable: { pull: () => ip('link', 'set', space, 'down'), plug: () => ip('link', 'set', space, 'up') },
    enter: (user) => [
      'nsenter',
      `--net=/run/netns/${space}`,
      ...(user ? [`--setuid=${user.uid}`, `--setgid=${user.gid}`] : []),
    ],
  }
}
