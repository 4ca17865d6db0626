import type { DemoVendor } from './demo-vendor.ts'

const banks = {
  Access: ['Access Bank', '044'],
  Fidelity: ['Fidelity Bank', '070'],
  'First Bank': ['First Bank of Nigeria', '011'],
  FCMB: ['First City Monument Bank', '214'],
  GTBank: ['Guaranty Trust Bank', '058'],
  Jaiz: ['Jaiz Bank', '301'],
  Kuda: ['Kuda Bank', '50211'],
  Moniepoint: ['Moniepoint MFB', '50515'],
  OPay: ['OPay Digital Services Limited (OPay)', '999992'],
  PalmPay: ['PalmPay', '999991'],
  Polaris: ['Polaris Bank', '076'],
  Sterling: ['Sterling Bank', '232'],
  UBA: ['United Bank For Africa', '033'],
  Union: ['Union Bank of Nigeria', '032'],
  Wema: ['Wema Bank', '035'],
  Zenith: ['Zenith Bank', '057'],
} as const

/**
 * An account from its nine-digit serial; the tenth digit is the check digit of the Central Bank's NUBAN rule of 2020.
 */
export function bankAccount(bank: keyof typeof banks, serial: string, account_name: string): DemoVendor['bank'] {
  const [bank_name, bank_code] = banks[bank]
  return { bank_name, bank_code, account_number: serial + checkDigit(bank_code, serial), account_name }
}

function checkDigit(bank_code: string, serial: string): number {
  const institution = bank_code.length === 5 ? `9${bank_code}` : bank_code.padStart(6, '0')
  const digits = [...(institution + serial)].map(Number)
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 3 === 1 ? 7 : 3), 0)
  return (10 - (sum % 10)) % 10
}
