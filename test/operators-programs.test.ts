import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
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
const rules: readonly [string, readonly string[]][] = [
  ['deploy/prometheus/alerts.yml', ['test/alerts/app.yml', 'test/alerts/app-days.yml']],
  ['deploy/cluster/alerts.yml', ['test/alerts/cluster.yml']],
]

test.each(rules)('each alert of %s has a scenario in which it rings, and one in which it does not', (file, played) => {
  const alerts = [...read(file).matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  expect(alerts.length).toBeGreaterThan(0)
  const scenarios = played.map(read).join('')
  const quiet = [...scenarios.matchAll(/eval_time: 2h, alertname: (\w+)/g)].map(([, name]) => name)
  expect(quiet).toEqual(alerts)
  // What is expected stands in the block of the alert's name, or under `count by (alertname)`.
  const blocks = scenarios.split(/^ {6}- /m)
  const rings = (name: string) =>
    blocks.some((block) => block.includes(`alertname="${name}"`) && block.includes('exp_samples'))
  expect(alerts.filter((name) => !rings(name))).toEqual([])
})

test.runIf(has('promtool')).each(rules)('Prometheus plays %s as %s says', (file, played) => {
  expect(execFileSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })).toContain('SUCCESS')
  expect(execFileSync('promtool', ['test', 'rules', ...played], { encoding: 'utf8' })).toContain('SUCCESS')
})

const at = (port: number) => `127.0.0.1:${port}`
/** What haproxy is told on a machine of the cluster, but for its door and its own socket. */
const haproxy_settings = {
  PATH: process.env['PATH'],
  DATABASE_BIND: at(7002),
  WEB1: at(7003),
  WEB2: at(7004),
  DB1: at(7005),
  DB1_PATRONI: '7006',
  DB2: at(7007),
  DB2_PATRONI: '7008',
}

test.runIf(has('haproxy'))('haproxy takes the file of the cluster, and the section on the page of deployment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chowgate-haproxy-'))
  try {
    const env = { ...haproxy_settings, HAPROXY_SOCKET: join(folder, 'socket'), WEB_BIND: at(7001) }
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

test.runIf(has('haproxy') && has('openssl'))('haproxy speaks TLS at the door that machine.env gives it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chowgate-haproxy-'))
  const pem = join(folder, 'chowgate.pem')
  const port = await freePort()
  // The line of the file, on a port that is free here and with a certificate that is made below.
  const given = /^WEB_BIND=(.*)$/m.exec(read('deploy/cluster/machine.env'))?.[1] ?? ''
  const env = {
    ...haproxy_settings,
    HAPROXY_SOCKET: join(folder, 'socket'),
    DATABASE_BIND: at(await freePort()),
    WEB_BIND: given.replace(':443', at(port)).replace('/etc/haproxy/chowgate.pem', pem),
  }
  try {
    const before = spawnSync('haproxy', ['-c', '-f', 'deploy/cluster/haproxy.cfg'], { env, encoding: 'utf8' })
    expect(before).toMatchObject({ status: 1, stderr: expect.stringContaining(`certificate from file '${pem}'`) })
    const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', join(folder, 'key'), '-out', join(folder, 'certificate')]
    execFileSync('openssl', ['req', '-x509', '-subj', '/CN=order.example.com', ...key], { stdio: 'ignore' })
    writeFileSync(pem, read(join(folder, 'certificate')) + read(join(folder, 'key')))
    const haproxy = spawn('haproxy', ['-db', '-f', 'deploy/cluster/haproxy.cfg'], { env, stdio: 'ignore' })
    try {
      await eventually(async () => {
        const door = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
        await once(door, 'secureConnect')
        expect(door.getPeerCertificate().subject.CN).toBe('order.example.com')
        door.destroy()
      })
    } finally {
      haproxy.kill('SIGTERM')
      await once(haproxy, 'exit')
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test.runIf(has('systemd-analyze'))('systemd takes the units', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chowgate-units-'))
  try {
    const units = ['chowgate.service', 'chowgate-backup.service', 'chowgate-backup.timer'].map((name) => {
      const unit = join(folder, name)
      // Programs and pages lie where the page of deployment puts them, and here they lie where we are.
      writeFileSync(unit, read(`deploy/systemd/${name}`).replaceAll('/opt/chowgate', process.cwd()))
      return unit
    })
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], { encoding: 'utf8' })
    const ours = stderr.split('\n').filter((line) => line.includes('chowgate'))
    expect({ status, ours }).toEqual({ status: 0, ours: [] })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Caddy with the file of deploy/, on ports that anybody may have, and what it says. */
async function startCaddy(options: readonly string[], env: { SITE: string; APP: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'chowgate-caddy-'))
  const own = ['{', 'admin off', ...options].join('\n\t')
  writeFileSync(join(folder, 'Caddyfile'), read('deploy/container/Caddyfile').replace(/^\{$/m, own))
  const caddy = spawn('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, ...env },
  })
  let said = ''
  caddy.stderr.on('data', (piece) => {
    said += piece
  })
  return {
    said: () => said,
    runs: () => caddy.exitCode === null,
    async stop() {
      caddy.kill('SIGTERM')
      await once(caddy, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** An app that answers as `answer` does, and where it is. */
async function startBehind(answer: RequestListener) {
  const app = createServer(answer).listen(0, '127.0.0.1')
  await once(app, 'listening')
  return { address: `127.0.0.1:${(app.address() as AddressInfo).port}`, close: () => app.close() }
}

test.runIf(has('caddy'))(
  'a certificate that cannot be had is a plain line, and the app answers meanwhile',
  async () => {
    const app = await startBehind((_, response) => response.end('open'))
    const [http, https, nobody] = [await freePort(), await freePort(), await freePort()]
    // An authority that nobody reaches.
    const ports = [`http_port ${http}`, `https_port ${https}`, `acme_ca https://127.0.0.1:${nobody}/directory`]
    const caddy = await startCaddy(ports, { SITE: 'chowgate.example', APP: app.address })
    try {
      await eventually(() => expect(caddy.said()).toContain('could not get certificate from issuer'))
      await eventually(() => expect(caddy.said()).toContain('will retry'))
      const refused = connect({ host: '127.0.0.1', port: https, servername: 'chowgate.example' })
      expect(await once(refused, 'error')).toMatchObject([{ code: expect.stringMatching(/^ERR_SSL_/) }])
      expect(await (await fetch(`http://${app.address}/`)).text()).toBe('open')
      expect(caddy.runs()).toBe(true)
    } finally {
      await caddy.stop()
      app.close()
    }
  },
  60_000,
)

test.runIf(has('caddy'))(
  'what Caddy says of a request that it could not pass on holds no key and nobody',
  async () => {
    const app = await startBehind((request) => request.socket.destroy())
    const url = `http://localhost:${await freePort()}`
    const caddy = await startCaddy([`http_port ${new URL(url).port}`], { SITE: url, APP: app.address })
    try {
      await eventually(() => expect(caddy.said()).toContain('server running'))
      // A question with a body is asked once; a plain one again, for as long as a start may take.
      const ask = (path: string) =>
        fetch(url + path, {
          method: 'POST',
          headers: { referer: `${url}/pay/secret-1`, cookie: 'cart=secret-2', 'x-forwarded-for': '203.0.113.9' },
        })
      for (const path of ['/track/secret-3/state', '/order-summary?order=secret-4', '/webhooks/inbound-sms/secret-5']) {
        expect((await ask(path)).status).toBe(502)
        await eventually(() => expect(caddy.said()).toMatch(new RegExp(`"uri":"/${path.split(/[/?]/)[1]}"`)))
      }
      const lines = caddy.said().split('\n')
      expect(lines.filter((line) => /secret-|203\.0\.113|remote_ip|"headers"/.test(line))).toEqual([])
    } finally {
      await caddy.stop()
      app.close()
    }
  },
  60_000,
)
