import fc from 'fast-check'

const VENDORS = 3

const bearer = fc.constantFrom('vendor' as const, 'platform' as const, 'rider' as const)
/** Which of the orders, payouts or refunds there are by then. */
const which = fc.nat(20)
/** A part of what is there, in percent; more than all of it must be refused. */
const percent = fc.integer({ min: 1, max: 110 })

/** One thing that a customer, a vendor or an admin may do; money-properties.test.ts does it. */
export const money_step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      plates: fc.array(fc.nat(3), { minLength: VENDORS, maxLength: VENDORS }),
      too_much: fc.boolean(),
      /** Which promotion its customer knows of; 0 for none. */
      code: fc.nat(4),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('accept' as const, 'complete' as const, 'reject' as const, 'withdraw' as const),
      which,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('deliver' as const), which }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('carry' as const), which, to_the_door: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('cancel' as const), which, percent: fc.option(percent), bearer }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('give_items' as const),
      which,
      quantity: fc.nat(3),
      fee: fc.boolean(),
      bearer,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('give_amount' as const),
      which,
      percent,
      fee: fc.boolean(),
      bearer,
    }),
  },
  fc.record({ do: fc.constant('give_checkout' as const), which, bearer }),
  { weight: 4, arbitrary: fc.record({ do: fc.constant('request_payout' as const), which }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('pay_payout' as const, 'cancel_payout' as const), which }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('send_refunds' as const),
      outcome: fc.constantFrom(
        'done' as const,
        'pending' as const,
        'failed' as const,
        'refused' as const,
        'hangs' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('retry_refund' as const, 'refund_by_hand' as const), which }),
  },
  fc.record({ do: fc.constant('bank_settlement' as const), percent }),
)
export type MoneyStep = typeof money_step extends fc.Arbitrary<infer Value> ? Value : never
