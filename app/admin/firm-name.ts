/** A firm that our tables name in small letters, as a name is read: `Flutterwave`. */
export const firmName = (firm: string): string => firm.charAt(0).toUpperCase() + firm.slice(1)
