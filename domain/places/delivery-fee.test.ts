import { describe, expect, test } from 'vitest'
import { kobo } from '../money.ts'
import { DELIVERY_SETTINGS, type DeliverySettings } from '../settings/definitions.ts'
import { deliveryFee, inServiceArea } from './delivery-fee.ts'

const north_gate = { latitude: 7.30667, longitude: 5.13956 }
const south_gate = { latitude: 7.29298, longitude: 5.14986 }
const futa = { latitude: 7.3037, longitude: 5.1388 }
const lagos = { latitude: 6.45407, longitude: 3.39467 }
const ikeja = { latitude: 6.59651, longitude: 3.34205 }

/** The formula alone, without minimum and maximum. */
const formula_only: DeliverySettings = {
  ...DELIVERY_SETTINGS.default,
  minimum_fee_kobo: kobo(0),
  maximum_fee_kobo: kobo(Number.MAX_SAFE_INTEGER),
  service_radius_km: 20_000,
}

describe('the formula, ceil(km x 250) naira', () => {
  test.each([
    ['North Gate to South Gate', north_gate, south_gate, 475],
    ['FUTA to the North Gate', futa, north_gate, 86],
    ['Lagos to FUTA', lagos, futa, 53_618],
    ['a place to itself', futa, futa, 0],
  ])('%s', (_, vendor, customer, naira) => {
    expect(deliveryFee(vendor, customer, formula_only)).toBe(naira * 100)
    expect(deliveryFee(customer, vendor, formula_only)).toBe(naira * 100)
  })
})

describe('with the minimum and the maximum around it', () => {
  const settings: DeliverySettings = DELIVERY_SETTINGS.default

  test('between two gates the formula decides', () => {
    expect(deliveryFee(north_gate, south_gate, settings)).toBe(475_00)
  })

  test('next door costs the minimum', () => {
    expect(deliveryFee(futa, north_gate, settings)).toBe(300_00)
  })

  test('the far end of the service area costs the maximum', () => {
    const far = { latitude: futa.latitude + 14.5 / 111.195, longitude: futa.longitude }
    expect(inServiceArea(far, settings)).toBe(true)
    expect(deliveryFee(futa, far, settings)).toBe(3_000_00)
  })

  test.each([
    ['where the customer is', north_gate, null],
    ['where the vendor is', null, north_gate],
    ['anything', null, null],
  ])('without knowing %s it is the default', (_, vendor, customer) => {
    expect(deliveryFee(vendor, customer, settings)).toBe(600_00)
  })

  test.each([
    ['a customer still at home in Lagos', north_gate, lagos],
    ['a vendor that a search found in Ikeja', ikeja, north_gate],
    ['both in Lagos, next to each other', lagos, lagos],
  ])('%s is not believed: the default', (_, vendor, customer) => {
    expect(deliveryFee(vendor, customer, settings)).toBe(600_00)
  })

  test("an admin's figures are the ones that count", () => {
    const dearer = {
      ...settings,
      per_km_kobo: kobo(400_00),
      minimum_fee_kobo: kobo(0),
      default_fee_kobo: kobo(700_00),
    }
    expect(deliveryFee(north_gate, south_gate, dearer)).toBe(760_00)
    expect(deliveryFee(null, null, dearer)).toBe(700_00)
  })
})
