import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'

/** What Debian's own programs say of the files in deploy/. Where a program is not installed, it is not asked. */

const has = (program: string) => spawnSync('/bin/sh', ['-c', `command -v ${program}`]).status === 0
const read = (path: string) => readFileSync(path, 'utf8')
const rules = [
  ['deploy/prometheus/alerts.yml', 'test/alerts/app.yml'],
  ['deploy/cluster/alerts.yml', 'test/alerts/cluster.yml'],
] as const

test.each(rules)('each alert of %s has a scenario in which it rings, and one in which it does not', (file, played) => {
  const alerts = [...read(file).matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  expect(alerts.length).toBeGreaterThan(0)
  const quiet = [...read(played).matchAll(/eval_time: 2h, alertname: (\w+)/g)].map(([, name]) => name)
  expect(quiet).toEqual(alerts)
  // What is expected stands in the block of the alert's name, or under `count by (alertname)`.
  const blocks = read(played).split(/^ {6}- /m)
  const rings = (name: string) =>
    blocks.some((block) => block.includes(`alertname="${name}"`) && block.includes('exp_samples'))
  expect(alerts.filter((name) => !rings(name))).toEqual([])
})

test.runIf(has('promtool')).each(rules)('Prometheus plays %s as %s says', (file, played) => {
  expect(execFileSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })).toContain('SUCCESS')
  expect(execFileSync('promtool', ['test', 'rules', played], { encoding: 'utf8' })).toContain('SUCCESS')
})

test.runIf(has('haproxy'))('haproxy takes the file of the cluster, and the section on the page of deployment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chowgate-haproxy-'))
  try {
    const at = (port: number) => `127.0.0.1:${port}`
    const env = {
      PATH: process.env['PATH'],
      HAPROXY_SOCKET: join(folder, 'socket'),
      WEB_BIND: at(7001),
      DATABASE_BIND: at(7002),
      WEB1: at(7003),
      WEB2: at(7004),
      DB1: at(7005),
      DB1_PATRONI: '7006',
      DB2: at(7007),
      DB2_PATRONI: '7008',
    }
    const section = /```haproxy\n([\s\S]*?)```/.exec(read('docs/deployment.md'))?.[1] ?? ''
    // Beneath what Debian's own /etc/haproxy/haproxy.cfg begins with, and behind a door.
    const around = [
      'defaults',
      '  mode http',
      ...['connect', 'client', 'server'].map((name) => `  timeout ${name} 5s`),
      'frontend web',
      `  bind ${at(7009)}`,
      '  default_backend chowgate',
    ]
    writeFileSync(join(folder, 'page.cfg'), `${[...around, section.replaceAll(/^ {2}/gm, '')].join('\n')}\n`)
    for (const file of ['deploy/cluster/haproxy.cfg', join(folder, 'page.cfg')]) {
      const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { env, encoding: 'utf8' })
      expect(status, `${file}: ${stderr}`).toBe(0)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test.runIf(has('caddy'))(
  'a certificate that cannot be had is a plain line, and the app answers meanwhile',
  async () => {
    const app = createServer((_, response) => response.end('open')).listen(0, '127.0.0.1')
    await once(app, 'listening')
    const folder = mkdtempSync(join(tmpdir(), 'chowgate-caddy-'))
    const [http, https, nobody] = [await freePort(), await freePort(), await freePort()]
    const app_port = (app.address() as AddressInfo).port
    // The file of deploy/ with ports for everybody, and an authority that nobody reaches.
    const options = `{
	admin off
	http_port ${http}
	https_port ${https}
	acme_ca https://127.0.0.1:${nobody}/directory
}
`
    writeFileSync(join(folder, 'Caddyfile'), options + read('deploy/container/Caddyfile'))
    const caddy = spawn('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        SITE: 'chowgate.example',
        APP: `127.0.0.1:${app_port}`,
      },
    })
    let said = ''
    caddy.stderr.on('data', (piece) => {
      said += piece
    })
    try {
      await eventually(() => expect(said).toContain('could not get certificate from issuer'))
      await eventually(() => expect(said).toContain('will retry'))
      const refused = connect({ host: '127.0.0.1', port: https, servername: 'chowgate.example' })
      expect(await once(refused, 'error')).toMatchObject([{ code: expect.stringMatching(/^ERR_SSL_/) }])
      expect(await (await fetch(`http://127.0.0.1:${app_port}/`)).text()).toBe('open')
      expect(caddy.exitCode).toBeNull()
    } finally {
      caddy.kill('SIGTERM')
      await once(caddy, 'exit')
      app.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  60_000,
)
