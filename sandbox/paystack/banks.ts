export type Bank = { name: string; code: string }

/** Nigerian banks with the codes Paystack uses (bank lists of public projects; the live list decides). */
export const paystack_banks: Bank[] = [
  ['Access Bank', '044'],
  ['Access Bank (Diamond)', '063'],
  ['ALAT by WEMA', '035A'],
  ['Carbon', '565'],
  ['Citibank Nigeria', '023'],
  ['Ecobank Nigeria', '050'],
  ['Fidelity Bank', '070'],
  ['First Bank of Nigeria', '011'],
  ['First City Monument Bank', '214'],
  ['Globus Bank', '00103'],
  ['Guaranty Trust Bank', '058'],
  ['Jaiz Bank', '301'],
  ['Keystone Bank', '082'],
  ['Kuda Bank', '50211'],
  ['Lotus Bank', '303'],
  ['Moniepoint MFB', '50515'],
  ['OPay Digital Services Limited (OPay)', '999992'],
  ['Paga', '327'],
  ['PalmPay', '999991'],
  ['Parallex Bank', '526'],
  ['Paystack-Titan', '100039'],
  ['Polaris Bank', '076'],
  ['Providus Bank', '101'],
  ['Rubies MFB', '125'],
  ['Signature Bank Ltd', '106'],
  ['Sparkle Microfinance Bank', '51310'],
  ['Stanbic IBTC Bank', '221'],
  ['Standard Chartered Bank', '068'],
  ['Sterling Bank', '232'],
  ['Suntrust Bank', '100'],
  ['TAJ Bank', '302'],
  ['Test Bank', '001'],
  ['Titan Bank', '102'],
  ['Union Bank of Nigeria', '032'],
  ['United Bank For Africa', '033'],
  ['Unity Bank', '215'],
  ['VFD Microfinance Bank Limited', '566'],
  ['Wema Bank', '035'],
  ['Zenith Bank', '057'],
].map(([name = '', code = '']) => ({ name, code }))

/** A bank that no longer takes part: the live list has such banks too, and clients must leave them out. */
export const closed_banks: Bank[] = [{ name: 'Heritage Bank', code: '030' }]

const listed_since = '2016-07-14T10:04:29.000Z'

export const bankShape = ({ name, code }: Bank, i: number, active: boolean) => ({
  id: i + 1,
  name,
  slug: name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, ''),
  code,
  longcode: '',
  gateway: null,
  pay_with_bank: false,
  supports_transfer: true,
  active,
  is_deleted: !active,
  country: 'Nigeria',
  currency: 'NGN',
  type: 'nuban',
  createdAt: listed_since,
  updatedAt: listed_since,
})
