import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { sandboxUnderTest } from '../sandbox-under-test.ts'
import { readMail } from './read-mail.ts'

const mail = {
  from: '"Campus Food" <help@example.com>',
  to: 'ada@example.com',
  subject: 'Your receipt – ₦1,500',
  text:
    'Thank you, Adé!\n' +
    'http://localhost:3000/r/a-long-token-that-makes-the-line-longer-than-seventy-six-characters?x=1',
  html: '<p>₦1,500 <a href="http://localhost:3000/reset?token=a&amp;b=c">Reset</a></p>',
}

async function mailbox() {
  const sandbox = await sandboxUnderTest()
  const transport = createTransport({ host: '127.0.0.1', port: sandbox.smtp_port, secure: false })
  onTestFinished(() => transport.close())
  const send = (changes: object = {}) => transport.sendMail({ ...mail, ...changes })
  const inbox = async (query = '') => (await sandbox.get(`/inbox.json${query}`)).body.messages
  return { ...sandbox, send, inbox }
}

test('a mail is read as a person reads it, with its links', async () => {
  const { send, inbox, get, url } = await mailbox()
  await send()
  const [received] = await inbox('?kind=mail&to=ADA@')
  expect(received).toMatchObject({
    kind: 'mail',
    to: 'ada@example.com',
    subject: mail.subject,
    text: mail.text,
  })
  expect(received.links).toContain('http://localhost:3000/reset?token=a&b=c')
  expect((await get('/inbox')).body).toContain('http://localhost:3000/r/a-long-token')
  const whole = await fetch(`${url}/inbox/mail/1`)
  expect(await whole.text()).toBe(mail.html)
  expect(whole.headers.get('content-security-policy')).toContain('sandbox')
  expect(await inbox('?to=bola@example.com')).toEqual([])
})

test('a picture that comes with a mail stands in its page', async () => {
  const { send, url } = await mailbox()
  const logo = Buffer.from('a picture')
  const attachments = [{ cid: 'logo', filename: 'logo.png', content: logo, contentDisposition: 'inline' }]
  await send({ html: '<img src="cid:logo" alt="Us"><img src="cid:none" alt="">', attachments })
  const shown = `<img src="data:image/png;base64,${logo.toString('base64')}" alt="Us"><img src="cid:none" alt="">`
  expect(await (await fetch(`${url}/inbox/mail/1`)).text()).toBe(shown)
})

test('a login is welcome, whatever it is', async () => {
  const { smtp_port, inbox } = await mailbox()
  const transport = createTransport({
    host: '127.0.0.1',
    port: smtp_port,
    auth: { user: 'any', pass: 'thing' },
  })
  onTestFinished(() => transport.close())
  await transport.sendMail(mail)
  expect(await inbox()).toHaveLength(1)
})

test('addresses that are refused or put off', async () => {
  const { send, inbox } = await mailbox()
  await expect(send({ to: 'bounce+ada@example.com' })).rejects.toMatchObject({ responseCode: 550 })
  await expect(send({ to: 'defer-mail+ada@example.com' })).rejects.toMatchObject({ responseCode: 451 })
  expect(await inbox()).toEqual([])
})

test('the switch refuses everybody, or drops the line before the answer', async () => {
  const { send, set, inbox } = await mailbox()
  await set({ smtp: 'reject' })
  await expect(send()).rejects.toMatchObject({ responseCode: 550 })
  await set({ smtp: 'drop' })
  await expect(send()).rejects.toThrow()
  expect(await inbox()).toEqual([])
})

test('encoded words, quoted-printable and base64 parts', () => {
  const raw = [
    'From: =?UTF-8?Q?Ad=C3=A9?= <a@b.ng>',
    'Subject: =?utf-8?B?4oKmMQ==?=',
    ' =?utf-8?Q?,500_now?=',
    'Content-Type: multipart/alternative; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'one =E2=82=A6=',
    'two',
    '--b1',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    'PGI+4oKmPC9iPg==',
    '--b1--',
  ]
  expect(readMail(Buffer.from(raw.join('\r\n')))).toEqual({
    from: 'Adé <a@b.ng>',
    subject: '₦1,500 now',
    text: 'one ₦two',
    html: '<b>₦</b>',
  })
})
