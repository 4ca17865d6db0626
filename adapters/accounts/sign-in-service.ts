import type { ActorRefusal } from '../../domain/accounts/find-actor.ts'
import type { Passwords } from '../../domain/accounts/secrets.ts'

/** Values of Set-Cookie that the answer to the browser must carry. */
export type Cookies = readonly string[]

export type SignInOutcome =
  | { outcome: 'signed_in'; user_id: string; cookies: Cookies }
  /** The password was right; now a code of the authenticator app is needed. */
  | { outcome: 'second_factor'; cookies: Cookies }
  | { outcome: 'wrong_password' }
  | { outcome: 'not_allowed'; reason: ActorRefusal }

export type SecondFactorOutcome =
  | { outcome: 'signed_in'; user_id: string; cookies: Cookies }
  | { outcome: 'wrong_code' }
  /** Ten minutes are over, or five codes were wrong: the password must be given again. */
  | { outcome: 'start_again'; cookies: Cookies }
  /** Too many wrong codes for this account: no sign-in for a quarter of an hour. */
  | { outcome: 'locked' }
  | { outcome: 'not_allowed'; reason: ActorRefusal }

export type SecondFactor = { kind: 'code' | 'backup_code'; code: string }

/**
 * Sessions, passwords and second factors as the product needs them. `headers` are those of the browser's request; its
 * cookie says who it is.
 */
export type SignInService = {
  /** Who is signed in and by which session, with cookies if the session was renewed; null when nobody is. */
  session(headers: Headers): Promise<{ user_id: string; session_id: string; cookies: Cookies } | null>
  signIn(headers: Headers, form: { email: string; password: string }): Promise<SignInOutcome>
  confirmSignIn(headers: Headers, factor: SecondFactor): Promise<SecondFactorOutcome>
  /**
   * Begins another session in the place of this one, which ends with all that hangs on it, so that no copy of its
   * cookie works any more. Null where it is over.
   */
  renew(headers: Headers): Promise<{ begun_id: string; cookies: Cookies } | null>
  /** Ends the session; answers cookies that delete the browser's. */
  signOut(headers: Headers): Promise<Cookies>
  passwords: Passwords
  two_factor: {
    /** A new secret, as an `otpauth:` address, and backup codes; in force once a code was confirmed. */
    begin(
      headers: Headers,
      password: string,
    ): Promise<{ uri: string; backup_codes: readonly string[] } | 'wrong_password' | 'already_on'>
    /** Turns it on and ends the account's other sessions. No cookies where it was on already, null for a wrong code. */
    confirm(headers: Headers, code: string): Promise<Cookies | null>
    /** Whether the logged in account's app shows this code now; it is used up, and ends or begins no session. */
    check(headers: Headers, user_id: string, code: string): Promise<boolean>
    /** Null when the password is wrong. */
    turnOff(headers: Headers, password: string): Promise<Cookies | null>
    /** The old codes stop working. Null when the password is wrong. */
    renewBackupCodes(headers: Headers, password: string): Promise<readonly string[] | null | 'off'>
  }
}
