import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { demo_vendors } from './campus.ts'
import { demo_customers } from './customers.ts'
import { describePastOrders, past_orders } from './past-orders.ts'

test('there are about 120 of them over 14 days, with every outcome', () => {
  expect(past_orders.length).toBeGreaterThanOrEqual(110)
  expect(past_orders.length).toBeLessThanOrEqual(130)
  expect(new Set(past_orders.map((order) => order.days_ago)).size).toBe(14)
  expect(new Set(past_orders.map((order) => order.outcome))).toEqual(
    new Set(['Delivered', 'Completed', 'Cancelled', 'Accepted']),
  )
  expect(past_orders.filter((order) => order.days_ago > 1 && order.outcome === 'Accepted')).toEqual([])
})

test('every line names a dish that its vendor sells, and the vendor takes orders', () => {
  for (const line of past_orders.flatMap((order) => order.lines)) {
    const vendor = demo_vendors.find(({ key }) => key === line.vendor_key)
    expect(vendor?.status, line.vendor_key).toBe('Active')
    expect(vendor?.dishes.map((dish) => dish.name)).toContain(line.dish_name)
    expect(line.quantity).toBeGreaterThanOrEqual(1)
  }
})

test('some carts span two vendors', () => {
  const spanning = past_orders.filter((order) => new Set(order.lines.map((line) => line.vendor_key)).size === 2)
  expect(spanning.length).toBeGreaterThanOrEqual(5)
})

test('most vendors have sold something', () => {
  expect(new Set(past_orders.flatMap((order) => order.lines.map((line) => line.vendor_key))).size).toBeGreaterThan(25)
})

test('customers can be called, written to and told apart', () => {
  for (const customer of demo_customers) {
    expect(parsePhoneNumberFromString(customer.phone, 'NG')?.getType(), customer.phone).toBe('MOBILE')
    expect(customer.email).toMatch(/^[a-z]+\.[a-z]+@example\.com$/)
  }
  expect(new Set(demo_customers.map((customer) => customer.email)).size).toBe(demo_customers.length)
  expect(new Set(demo_customers.map((customer) => customer.phone)).size).toBe(demo_customers.length)
})

test('a seed gives the same history every time, another seed another', () => {
  expect(describePastOrders('a')).toEqual(describePastOrders('a'))
  expect(describePastOrders('a')).not.toEqual(describePastOrders('b'))
})
