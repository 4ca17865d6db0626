import { phoneOfLogin } from './phone-login.ts'

/** The top of leaked lists with at least eight characters, and words close to this product. In lower case. */
const commonest_passwords: ReadonlySet<string> = new Set([
  '12345678',
  '123456789',
  '1234567890',
  '0123456789',
  '87654321',
  '987654321',
  '11223344',
  '12341234',
  '1q2w3e4r',
  '1q2w3e4r5t',
  '1qaz2wsx',
  'abc12345',
  'abcd1234',
  'asdfghjk',
  'asdfghjkl',
  'baseball',
  'changeme',
  'chowgate',
  'chowgate1',
  'football',
  'futaakure',
  'iloveyou',
  'letmein1',
  'liverpool',
  'passw0rd',
  'password',
  'password1',
  'password12',
  'password123',
  'princess',
  'q1w2e3r4',
  'qwerty12',
  'qwerty123',
  'qwertyui',
  'qwertyuiop',
  'sunshine',
  'welcome1',
])

/** Why a password of the right length is still among the first a thief would try; null when it is not. */
export function whyUnsafe(password: string, email: string): string | null {
  const lower = password.toLowerCase()
  const phone = phoneOfLogin(email)
  // However the number is typed: +234 803…, 234 803…, 0803… or 803….
  if (phone !== null && lower.replace(/[\s()+.-]/g, '').replace(/^(234|0)/, '') === phone.slice('+234'.length)) {
    return 'Please choose a password that is not your phone number.'
  }
  if (lower === email || lower === email.split('@')[0]) {
    return 'Please choose a password that is not your mail address.'
  }
  const one_character = new Set(lower).size === 1
  return one_character || commonest_passwords.has(lower)
    ? 'This is among the first passwords that a thief tries. Please choose another one.'
    : null
}
