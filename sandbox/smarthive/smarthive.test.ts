import { expect, test } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { sandboxUnderTest } from '../sandbox-under-test.ts'

const sms = {
  sender: 'CampusFood',
  recipients: '2348031234567',
  msg: 'New order for NGN 2,600: http://localhost:3000/o/1.',
  type: 1,
  route: 'TRX',
  ext_ref: 'order-1',
}

async function gateway() {
  const sandbox = await sandboxUnderTest({ time_scale: 1000 })
  const send = (changes: object = {}, headers = {}) =>
    sandbox.post('/smarthive/api/sms/send', { ...sms, ...changes }, headers)
  const inbox = async (query = '') => (await sandbox.get(`/inbox.json${query}`)).body.messages
  return { ...sandbox, send, inbox }
}

test('a message is accepted, shown, and delivered later', async () => {
  const { send, inbox, post } = await gateway()
  const { status, body } = await send()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'ok',
    description: 'The request has succeeded',
    data: { recipient: '2348031234567', status: 'Submitted' },
  })
  expect(await inbox('?kind=sms&to=08031234567')).toMatchObject([
    {
      kind: 'sms',
      from: 'CampusFood',
      to: '2348031234567',
      text: sms.msg,
      links: ['http://localhost:3000/o/1'],
    },
  ])
  expect(await inbox('?to=0803999')).toEqual([])
  await eventually(async () => {
    const answer = await post('/smarthive/api/sms/status', { msg_id: [body.data.msg_id, 'unknown'] })
    expect(answer.body.data).toEqual([{ msg_id: body.data.msg_id, status: 'DELIVRD' }])
  })
})

test('a repeated ext_ref answers with the first result and is not sent again', async () => {
  const { send, inbox } = await gateway()
  const first = await send()
  expect((await send({ msg: 'Other words' })).body).toEqual(first.body)
  expect(await inbox()).toHaveLength(1)
  await send({ ext_ref: 'order-2' })
  await send({ ext_ref: undefined })
  expect(await inbox()).toHaveLength(3)
})

test.each([
  [{ sender: 'ab' }, 'sender'],
  [{ sender: 'TwelveLetter' }, 'sender'],
  [{ recipients: '+2348031234567' }, 'recipients'],
  [{ recipients: undefined }, 'recipients'],
  [{ msg: 'x'.repeat(905) }, 'msg'],
  [{ msg: '' }, 'msg'],
  [{ type: 5 }, 'type'],
  [{ route: 'DND' }, 'route'],
])('%o is refused', async (changes, field) => {
  const { send } = await gateway()
  const { status, body } = await send(changes)
  expect([status, body.status]).toEqual([400, 'error'])
  expect(body.message).toContain(field)
})

test('the key is checked', async () => {
  const { send } = await gateway()
  expect(await send({}, { 'x-api-key': 'other' })).toEqual({
    status: 401,
    body: { status: 'error', message: 'Invalid API key' },
  })
})

test.each([
  ['0401', 401, 0],
  ['0402', 402, 0],
  ['0500', 500, 0],
  ['0503', 503, 0],
  ['0504', 503, 1],
])('a number ending in %s: %d, and %d messages sent', async (ending, status, sent) => {
  const { send, inbox } = await gateway()
  const answer = await send({ recipients: `234803123${ending}` })
  expect([answer.status, answer.body.status]).toEqual([status, 'error'])
  expect(await inbox()).toHaveLength(sent)
})

test('a number ending in 0404 is never reached; the balance goes down', async () => {
  const { send, post } = await gateway()
  const { msg_id } = (await send({ recipients: '2348031230404' })).body.data
  await eventually(async () => {
    const { body } = await post('/smarthive/api/sms/status', { msg_id: [msg_id] })
    expect(body.data[0].status).toBe('UNDELIV')
  })
  expect((await post('/smarthive/api/sms/credit')).body).toMatchObject({ status: 'ok', balance: 997 })
})

test('the switch works for every number', async () => {
  const { send, set } = await gateway()
  await set({ sms: '500' })
  expect((await send()).status).toBe(500)
  await set({ sms: 'hang', hang_seconds: 0 })
  expect((await send()).status).toBe(503)
})
