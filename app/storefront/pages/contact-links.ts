import { brand } from '../../../domain/brand.ts'

const international_phone = `+234${brand.support_phone.replace(/\D/g, '').slice(1)}`

/** Where the contact details of the brand lead when they are touched. */
export const contact_links = {
  phone: `tel:${international_phone}`,
  mail: `mailto:${brand.support_email}`,
  whatsapp: `https://wa.me/${international_phone.slice(1)}`,
  instagram: 'https://www.instagram.com/chowgate',
  x: 'https://x.com/chowgate',
} as const
