import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { pictureStore } from '../../adapters/files/picture-store.ts'
import { type OpenDatabase, openDatabase } from '../../db/open.ts'
import { type Cluster, database_names, everyAnswers, startCluster, until } from '../../deploy/cluster/cluster.ts'
import { openNetwork } from '../../deploy/cluster/network.ts'
import { insertAccount, logIn } from '../../test/sign-in.ts'
import { type Campus, fillCampus } from '../campus.ts'
import { letNobodyCook, liftMessageCaps } from '../lifted-limits.ts'
import { ownDisk } from './disk.ts'

const BASE_PORT = 7400

/** A cluster with a campus on it, and people who are logged in from the beginning. */
export type Arena = {
  cluster: Cluster
  database: OpenDatabase
  campus: Campus
  /** What everybody may see, a picture out of the bucket among it. */
  pages: readonly { path: string }[]
  office: readonly { path: string; cookie: string }[]
  /** Whether each database has a disk that can be filled. */
  has_own_disks: boolean
  stop(): Promise<void>
}

export async function openArena(): Promise<Arena> {
  const folder = mkdtempSync(join(tmpdir(), 'chowgate-cluster-'))
  chmodSync(folder, 0o755)
  const stops: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step()
  }
  try {
    const disks = database_names.map((name) => ownDisk(join(folder, name)))
    for (const disk of disks) stops.push(async () => disk?.release())
    const network = openNetwork(database_names)
    stops.push(async () => network?.close())
    const cluster = await startCluster(folder, BASE_PORT, network)
    stops.push(cluster.stop)
    const database = openDatabase(cluster.database_url, 4)
    stops.push(database.close)
    const { db } = database
    const campus = await fillCampus(db)
    await liftMessageCaps(db)
    await letNobodyCook(db)
    const colour = { width: 1000, height: 700, channels: 3, background: '#a53' } as const
    const picture = await sharp({ create: colour }).png().toBuffer()
    const address = await (await pictureStore(cluster.pictures)).store(picture)
    const admin = await insertAccount(db, 'admin')
    const rider = await insertAccount(db, 'rider')
    const office = [
      { path: '/admin/settings', cookie: await logIn(cluster.url, admin.email) },
      { path: '/rider/registration', cookie: await logIn(cluster.url, rider.email) },
    ]
    const paths = ['/', '/restaurants', `/restaurant/${campus.largest_vendor_id}`, '/about', address]
    const pages = paths.map((path) => ({ path }))
    return { cluster, database, campus, pages, office, has_own_disks: !disks.includes(null), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Two databases, of which one has a copy before anything is confirmed; all of etcd, and every web process. */
export async function wholeAgain({ databases, etcds, url, doors, web_urls }: Cluster): Promise<void> {
  await until('both databases run', () => everyAnswers(databases.map(({ rest_url }) => `${rest_url}/health`)), 180)
  await until('one of them is the synchronous standby', async () => {
    const answers = await Promise.all(databases.map(({ rest_url }) => fetch(`${rest_url}/sync`)))
    return answers.some(({ ok }) => ok)
  })
  await until('etcd is whole', () => everyAnswers(etcds.map((etcd) => `${etcd.url}/health`)))
  const fronts = doors.map((door) => `http://${door}:${new URL(url).port}`)
  await until('every web process is healthy', () => everyAnswers([...fronts, ...web_urls].map((at) => `${at}/health`)))
}
