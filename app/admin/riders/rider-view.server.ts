import type { Decision } from '../../../domain/audit/decisions-about.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import type { RiderRow, riderFile } from '../../../domain/delivery/riders/list-riders.ts'
import { formatPhone } from '../../../domain/phone.ts'
import { decisionsInWords } from '../decisions-in-words.server.ts'

type Rider = NonNullable<Awaited<ReturnType<typeof riderFile>>>

/** A rider of the list, with times and number in words. */
export function riderRow({ created_at, submitted_at, on_duty_since, phone, ...rider }: RiderRow) {
  const waits = rider.status === 'Pending' && submitted_at !== null
  return {
    ...rider,
    phone: phone && formatPhone(phone),
    since: formatCampusDateTime(created_at),
    note: waits ? 'waits for you' : on_duty_since && 'on duty',
  }
}

export type RiderRowView = ReturnType<typeof riderRow>

/** Everything of one rider as the dialog shows it; of the bank account the last four digits. */
export function riderDetails(rider: Rider, decisions: readonly Decision[]) {
  return {
    user_id: rider.user_id,
    name: rider.name,
    email: rider.email,
    phone: rider.phone && formatPhone(rider.phone),
    vehicle: rider.vehicle,
    landmark: rider.landmark,
    profile_photo: rider.profile_photo,
    bank_name: rider.bank_name,
    account_number: rider.account_number && `••••••${rider.account_number.slice(-4)}`,
    account_name: rider.account_name,
    status: rider.status,
    submitted: rider.submitted_at && formatCampusDateTime(rider.submitted_at),
    rejected_reason: rider.rejected_reason,
    suspended_reason: rider.suspended_reason,
    on_duty: rider.on_duty_since && formatCampusDateTime(rider.on_duty_since),
    since: formatCampusDateTime(rider.created_at),
    decisions: decisionsInWords(decisions, 'this rider'),
  }
}

export type RiderDetails = ReturnType<typeof riderDetails>
