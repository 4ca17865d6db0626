type Paid = { transaction_id: number; status: string }

/** Controls of the sandbox: what a customer or a bank does, and every fault. */
export function control(world: { sandbox: { url: string } }) {
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${world.sandbox.url}/control${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  return {
    behave: (behaviour: Record<string, unknown>) => call('PUT', '/behaviour', behaviour),
    reset: () => call('POST', '/reset'),
    /** Somebody writes a text message to the product, which comes by a gateway's protocol, again where it repeats. */
    async writes(from: string, text: string, how: { gateway?: 'termii' | 'form'; times?: number } = {}) {
      const answer = (await call('POST', '/inbound-sms', { from, text, ...how })) as { data: { http_status: number } }
      return answer.data.http_status
    },
    /** A customer's bank asks a charge back; the amount is naira, all of it when left out. Answers its number. */
    async chargeBack(id: number, of: { amount?: number; comment?: string } = {}): Promise<number> {
      const answer = (await call('POST', `/charge-back/${id}`, of)) as { data: { id: number } }
      return answer.data.id
    },
    moveChargeback: (id: number, status: 'initiated' | 'accepted' | 'declined' | 'won' | 'lost') =>
      call('POST', `/move-chargeback/${id}`, { status }),
    settle: (id: number, status: 'successful' | 'failed') => call('POST', `/settle/${id}`, { status }),
    /** Pays at the provider without a browser; the amount is naira. */
    async pay(charge: {
      tx_ref: string
      amount: number
      currency?: string
      outcome?: 'successful' | 'failed' | 'pending'
    }): Promise<Paid> {
      const answer = (await call('POST', '/pay', { ...charge, customer: { email: 'ada@example.com' } })) as {
        data: Paid
      }
      return answer.data
    },
  }
}
