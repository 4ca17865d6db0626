import { loginWords } from '../../../domain/accounts/phone-login.ts'
import type { AdminVendorRow, VendorFile } from '../../../domain/catalog/admin-vendors.ts'
import { commissionVersion, vendorPlaceVersion } from '../../../domain/catalog/change-vendor-terms.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { formatPhone } from '../../../domain/phone.ts'
import { decisionsInWords } from '../decisions-in-words.server.ts'

/** A vendor of the list, with its times and its number in words. */
export function vendorRow({ created_at, phone, email, ...vendor }: AdminVendorRow) {
  return {
    ...vendor,
    email: loginWords(email),
    phone: phone && formatPhone(phone),
    since: formatCampusDateTime(created_at),
  }
}

export type VendorRow = ReturnType<typeof vendorRow>

const date = (instant: Date | null) => instant && formatCampusDateTime(instant)

/** Everything of one vendor as the dialog shows it. */
export function vendorDetails({ vendor, locked, signed_out, decisions }: VendorFile) {
  return {
    user_id: vendor.user_id,
    name: vendor.name,
    email: loginWords(vendor.email),
    phone: vendor.phone && formatPhone(vendor.phone),
    profile_photo: vendor.profile_photo,
    category: vendor.category,
    description: vendor.description,
    address: vendor.address,
    landmark: vendor.landmark,
    latitude: vendor.latitude,
    longitude: vendor.longitude,
    opening_hours: vendor.opening_hours,
    delivery_time: vendor.delivery_time,
    preparation_minutes: vendor.preparation_minutes,
    rating: vendor.rating,
    avg_price: vendor.avg_price,
    bank_name: vendor.bank_name,
    account_number: vendor.account_number,
    account_name: vendor.account_name,
    bank_changed: date(vendor.bank_changed_at),
    status: vendor.status,
    suspended_reason: vendor.suspended_reason,
    commission_percent: vendor.commission_percent,
    since: formatCampusDateTime(vendor.created_at),
    locked,
    unlocked: date(vendor.unlocked_at),
    signed_out,
    versions: { commission: commissionVersion(vendor), place: vendorPlaceVersion(vendor) },
    decisions: decisionsInWords(decisions, 'this vendor'),
  }
}

export type VendorDetails = ReturnType<typeof vendorDetails>
