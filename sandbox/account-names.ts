const first_names = 'Adebayo Chidinma Emeka Folake Ibrahim Ngozi Oluwaseun Tunde Yetunde Zainab'.split(' ')
const last_names = 'Adeyemi Bello Eze Nwosu Ogunleye Okafor Olawale Sani Usman Williams'.split(' ')

/** The provider's own test accounts at Access Bank. */
const published: Record<string, string> = {
  '0690000031': 'Forrest Green',
  '0690000032': 'Pastor Bright',
  '0690000034': 'Ade Bond',
}

/** A plausible holder for any account number: the same number always has the same name. */
export function accountName(account_number: string): string {
  const known = published[account_number]
  if (known) return known
  const digits = [...account_number].map(Number)
  const first = digits.reduce((sum, digit, i) => sum + digit * (i + 1), 0)
  const last = digits.reduce((sum, digit, i) => sum + digit * (7 - i), 70)
  const name = (names: string[], n: number) => names[Math.abs(n) % names.length] ?? ''
  return `${name(first_names, first)} ${name(last_names, last)}`
}
