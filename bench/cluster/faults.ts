import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, DatabaseNode, EtcdNode } from '../../deploy/cluster/cluster.ts'
import type { Program } from '../../deploy/cluster/program.ts'
import { childrenOf } from '../processor-time.ts'
import { wholeAgain } from './arena.ts'
import { emptyDisk, fillDisk } from './disk.ts'

/** As whatever watches over a service on a real machine starts it again. */
const STARTED_AGAIN_MS = 5000
const CUT_MS = 30_000
const GONE_MS = 40_000

export type Fault = {
  name: string
  /** Writes are back within so many seconds; null where nothing was promised but that nothing is lost. */
  promised_seconds: number | null
  /** What the arena must have for it, where not every machine allows that. */
  needs?: 'own disks' | 'own networks'
  /** Breaks it, and answers when it is mended as far as a machine or a person would mend it. */
  strike(cluster: Cluster): Promise<void>
}

/** Also warms up what was just started. */
export const no_fault: Fault = { name: 'nothing, to compare', promised_seconds: 30, strike: async () => {} }

/** What docs/cluster.md promises most about comes first. */
export const faults: readonly Fault[] = [
  {
    name: 'the primary with its Patroni, kill -9; back after 40 s',
    promised_seconds: 30,
    async strike(cluster) {
      const primary = await databaseThat(cluster, 'primary')
      for (const pid of familyOf(primary)) process.kill(pid, 'SIGKILL')
      await sleep(GONE_MS)
      primary.patroni.start()
    },
  },
  {
    name: "the primary's disk is full for 40 s",
    promised_seconds: null,
    needs: 'own disks',
    strike: async (cluster) => fillFor(await databaseThat(cluster, 'primary')),
  },
  {
    name: 'a web process, kill -9',
    promised_seconds: 30,
    strike: async ({ webs }) => killChild(webs[0]),
  },
  {
    name: 'a worker, kill -9',
    promised_seconds: 30,
    strike: async ({ workers }) => killChild(workers[0]),
  },
  {
    name: "etcd's leader, kill -9; back after 40 s",
    promised_seconds: 30,
    async strike(cluster) {
      const { etcd } = await etcdLeader(cluster)
      etcd.signal('SIGKILL')
      await sleep(GONE_MS)
      etcd.start()
    },
  },
  {
    name: 'the standby hangs for 30 s (SIGSTOP)',
    promised_seconds: 30,
    strike: async (cluster) => hang(await databaseThat(cluster, 'replica'), CUT_MS),
  },
  {
    name: 'the standby is cut off by the network for 30 s',
    promised_seconds: 30,
    needs: 'own networks',
    strike: async (cluster) => cutOff(await databaseThat(cluster, 'replica'), CUT_MS),
  },
  {
    name: 'the primary is cut off by the network for 40 s',
    promised_seconds: 30,
    needs: 'own networks',
    strike: async (cluster) => cutOff(await databaseThat(cluster, 'primary'), GONE_MS),
  },
  {
    name: "the standby's disk is full for 40 s",
    promised_seconds: 30,
    needs: 'own disks',
    strike: async (cluster) => fillFor(await databaseThat(cluster, 'replica')),
  },
  {
    name: 'a haproxy with its door, kill -9; back after 40 s',
    promised_seconds: 30,
    async strike({ haproxies: [haproxy] }) {
      if (!haproxy) return
      for (const pid of [haproxy.pid(), ...childrenOf(haproxy.pid())]) process.kill(pid, 'SIGKILL')
      await sleep(GONE_MS)
      haproxy.start()
    },
  },
  {
    name: 'the primary hangs for 40 s with its Patroni (SIGSTOP)',
    promised_seconds: 30,
    strike: async (cluster) => hang(await databaseThat(cluster, 'primary'), GONE_MS),
  },
  {
    name: "the primary's PostgreSQL alone, kill -9",
    promised_seconds: 30,
    async strike(cluster) {
      const { patroni, ...primary } = await databaseThat(cluster, 'primary')
      for (const pid of familyOf({ patroni, ...primary })) if (pid !== patroni.pid()) process.kill(pid, 'SIGKILL')
    },
  },
  {
    name: 'a web process hangs (SIGSTOP), until it is ended',
    promised_seconds: 30,
    strike: async ({ webs }) => {
      for (const pid of childrenOf(webs[0]?.pid() ?? 0)) process.kill(pid, 'SIGSTOP')
    },
  },
  {
    name: 'the bucket of the pictures hangs for 30 s (SIGSTOP)',
    promised_seconds: 30,
    async strike({ s3 }) {
      s3.signal('SIGSTOP')
      await sleep(CUT_MS)
      s3.signal('SIGCONT')
    },
  },
  {
    name: 'all of a web machine, kill -9; back after 5 s',
    promised_seconds: 30,
    async strike({ webs: [web] }) {
      web?.signal('SIGKILL')
      await sleep(STARTED_AGAIN_MS)
      web?.start()
    },
  },
  {
    name: 'one web machine after the other is stopped and started again, as for an upgrade',
    promised_seconds: 30,
    async strike(cluster) {
      for (const web of cluster.webs) {
        await web.stop()
        web.start()
        await wholeAgain(cluster)
      }
    },
  },
  {
    name: 'one haproxy after the other is stopped and started again',
    promised_seconds: 30,
    async strike({ haproxies }) {
      for (const haproxy of haproxies) {
        await haproxy.stop()
        haproxy.start()
        await sleep(STARTED_AGAIN_MS)
      }
    },
  },
  {
    name: 'both haproxies reload, five times (SIGUSR2)',
    promised_seconds: 30,
    async strike({ haproxies }) {
      for (let n = 0; n < 5; n++) {
        for (const haproxy of haproxies) haproxy.signal('SIGUSR2')
        await sleep(STARTED_AGAIN_MS)
      }
    },
  },
]

/** Takes all room on the disk of a database for a while; its data are on a disk of their own (disk.ts). */
async function fillFor({ data_dir }: DatabaseNode): Promise<void> {
  const disk = dirname(data_dir)
  await fillDisk(disk)
  await sleep(GONE_MS)
  emptyDisk(disk)
}

/** Pulls the cable of a database's machine for so long: nobody is told, packets vanish. */
async function cutOff({ cable }: DatabaseNode, for_ms: number): Promise<void> {
  cable?.pull()
  await sleep(for_ms)
  cable?.plug()
}

/** The process that `server/supervise.ts` watches over, behind the program that was started. */
function killChild(of: Program | undefined): void {
  for (const pid of childrenOf(of?.pid() ?? 0)) process.kill(pid, 'SIGKILL')
}

/** Stops a database with its Patroni for so long, as a machine that no longer answers. */
async function hang(database: DatabaseNode, for_ms: number): Promise<void> {
  for (const pid of familyOf(database)) process.kill(pid, 'SIGSTOP')
  await sleep(for_ms)
  for (const pid of familyOf(database)) process.kill(pid, 'SIGCONT')
}

export async function databaseThat({ databases }: Cluster, is: 'primary' | 'replica'): Promise<DatabaseNode> {
  for (const node of databases) {
    const answer = await fetch(`${node.rest_url}/${is}`).catch(() => null)
    if (answer?.ok) return node
  }
  throw new Error(`No database is the ${is}`)
}

/** Patroni, PostgreSQL and its processes, in the order in which they cannot start each other any more. */
export function familyOf({ patroni, data_dir }: DatabaseNode): number[] {
  const file = join(data_dir, 'postmaster.pid')
  const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  return [patroni.pid(), ...(postmaster ? [postmaster, ...childrenOf(postmaster)] : [])]
}

async function etcdLeader({ etcds }: Cluster): Promise<EtcdNode> {
  for (const node of etcds) {
    const answer = await fetch(`${node.url}/v3/maintenance/status`, { method: 'POST', body: '{}' })
    const { leader, header } = (await answer.json()) as { leader: string; header: { member_id: string } }
    if (leader === header.member_id) return node
  }
  throw new Error('etcd has no leader')
}
