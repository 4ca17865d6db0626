import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { smtp } from './smtp.ts'

let end = async () => {}
afterEach(() => end())

/** A mail server that answers every mail with one SMTP code (250 for yes), and the mails it got. */
async function mailServer(code = 250) {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        done(code === 250 ? null : Object.assign(new Error('no'), { responseCode: code }))
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const mail = smtp({ smtp_url: `smtp://127.0.0.1:${port}`, from: 'ChowGate <orders@chowgate.example>' })
  end = () => {
    mail.close()
    return new Promise((resolve) => server.close(() => resolve()))
  }
  return { mail, received }
}

const letter = { to: 'ada@example.com', subject: 'Your rice', text: 'Ready', html: null, ext_ref: 'row-1' }

test('a mail sent again has the Message-ID of the first, by which its reader knows it', async () => {
  const { mail, received } = await mailServer()
  const sent = { sent: true, gateway_message_id: '<row-1@chowgate.example>' }
  expect([await mail.send(letter), await mail.send(letter)]).toEqual([sent, sent])
  for (const source of received) expect(source).toMatch(/^Message-ID: <row-1@chowgate\.example>\r$/m)
})

test('what a customer typed adds no header and no reader', async () => {
  const { mail, received } = await mailServer()
  await mail.send({
    ...letter,
    subject: 'Rice\r\nBcc: thief@example.com',
    text: '.\r\nBcc: thief@example.com',
  })
  const [head = ''] = received[0]?.split('\r\n\r\n') ?? []
  expect(head).not.toMatch(/^Bcc:/im)
})

test('the logo goes along with a mail that shows it, and with no other', async () => {
  const { mail, received } = await mailServer()
  await mail.send({ ...letter, html: '<p><img src="cid:logo" alt="ChowGate"> Ready</p>' })
  await mail.send({ ...letter, html: '<p>Ready</p>' })
  const [with_logo = '', without = ''] = received
  expect(with_logo).toMatch(/^Content-Type: multipart\/related;/m)
  expect(with_logo).toMatch(/^Content-Id: <logo>\r$/im)
  expect(with_logo).toMatch(/^Content-Disposition: inline; filename=logo.png\r$/m)
  expect(without).not.toContain('logo.png')
})

describe('a refusal', () => {
  test.each([550, 552, 554])('for good (%i) is final', async (code) => {
    const { mail } = await mailServer(code)
    expect(await mail.send(letter)).toEqual({ sent: false, message: `SMTP ${code}` })
  })

  test.each([421, 451, 535])('for now (%i), or for our login, may be tried again', async (code) => {
    const { mail } = await mailServer(code)
    await expect(mail.send(letter)).rejects.toMatchObject({ name: 'ProviderUnavailable' })
  })

  test('by nobody at all may be tried again', async () => {
    const mail = smtp({ smtp_url: 'smtp://127.0.0.1:1', from: 'orders@chowgate.example' })
    await expect(mail.send(letter)).rejects.toMatchObject({ name: 'ProviderUnavailable' })
    mail.close()
  })
})
