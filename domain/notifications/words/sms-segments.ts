/** The GSM alphabet (GSM 03.38), and the characters that take two places in it. */
const GSM = /^[\n\r A-Za-z0-9@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà\f^{}\\[~\]|€]*$/
const TWO_PLACES = /[\f^{}\\[~\]|€]/g

/**
 * In how many parts a text is sent and paid: 160 septets alone or 153 a part; beyond the GSM alphabet 70 or 67
 * characters (docs/providers.md#sms-parts-and-alphabet).
 */
export function smsSegments(text: string): number {
  if (!GSM.test(text)) return parts(text.length, 70, 67)
  return parts(text.length + (text.match(TWO_PLACES)?.length ?? 0), 160, 153)
}

function parts(length: number, alone: number, together: number): number {
  return length <= alone ? 1 : Math.ceil(length / together)
}
