/** `node deploy/cluster/main.ts FOLDER`: a cluster to look at, until Ctrl-C. */
import { resolve } from 'node:path'
import { startCluster } from './cluster.ts'

const [folder, base_port = '7000'] = process.argv.slice(2)
if (!folder) {
  console.error('Say in which folder: node deploy/cluster/main.ts FOLDER [FIRST PORT]')
  process.exit(1)
}
const started = startCluster(resolve(folder), Number(base_port))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    void started
      .then((cluster) => cluster.stop())
      .catch(() => {})
      .finally(() => process.exit(0))
  })
}
const cluster = await started
console.log(
  [
    `  The shop:      ${cluster.url}`,
    `  The primary:   ${cluster.database_url}`,
    `  The sandbox:   ${cluster.sandbox_url}`,
    ...cluster.databases.map(({ name, rest_url }) => `  ${name}:           ${rest_url}/patroni`),
    `  etcd:          ${cluster.etcds.map(({ url }) => url).join(' ')}`,
    `  haproxies:     ${cluster.doors.join(' ')}`,
    '  Stop with Ctrl-C.',
  ].join('\n'),
)
