import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { behaviourFor } from '../behaviour/sentinels.ts'
import type { World } from '../world.ts'
import { readMail } from './read-mail.ts'

const largest_mail_bytes = 10 * 1024 * 1024

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** Receives the product's mails: any sender, any login, no TLS. Nothing leaves the machine. */
export async function listenForMail(world: World, port: number) {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: largest_mail_bytes,
    closeTimeout: 500,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onRcptTo(address, _session, done) {
      const { smtp } = behaviourFor(world.behaviour.current(), address.address)
      if (smtp === 'reject') return done(refusal(550, 'No such user here'))
      if (smtp === 'defer') return done(refusal(451, 'Mailbox busy, try again later'))
      return done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        world.stats.count('smtp')
        if (world.behaviour.current().smtp === 'drop') return dropConnection(server, session.id)
        if (stream.sizeExceeded) return done(refusal(552, 'Message too large'))
        const raw = Buffer.concat(chunks)
        const { from, subject, text, html } = readMail(raw)
        world.mails.add({
          sender: from || addressOf(session.envelope.mailFrom),
          recipients: session.envelope.rcptTo.map((to) => to.address).join(', '),
          subject,
          text,
          html,
          raw: raw.toString('utf8'),
          received_at_ms: Date.now(),
        })
        return done()
      })
    },
  })
  // A client that hangs up in the middle is ignored.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, world.settings.host, resolve)
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const addressOf = (from: false | { address: string }) => (from === false ? '' : from.address)

/**
 * Cuts the connection after the last byte of a mail and before its answer: the sender cannot know whether it arrived.
 */
function dropConnection(server: SMTPServer, session_id: string) {
  const { connections } = server as unknown as { connections: Set<{ id: string; close(): void }> }
  for (const connection of connections) if (connection.id === session_id) connection.close()
}
