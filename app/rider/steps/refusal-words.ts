const words: Readonly<Record<string, string>> = {
  wrong_pin: 'The PIN was not right. Please ask the customer again.',
  pin_paused:
    'Too many wrong PINs: please wait a quarter of an hour, or hand over with a reason and a photo.',
  pin_blocked: 'Too many wrong PINs: please hand over with a reason and a photo.',
  not_ready: 'The kitchen has not marked the food as ready.',
  not_allowed: 'This step was done already, or is not possible any more.',
  not_found: 'This delivery is not yours any more.',
  bad_packs: 'Please count the packs again.',
  bad_pin: 'The PIN has 4 digits.',
  no_proof: 'A PIN, or a reason with a photo, is needed.',
  bad_reason: 'Please say why, in a few words.',
  bad_photo: 'The photo did not arrive, or was used before. Please take a new one.',
}

/** Why our server said no to a step, for its rider. */
export function refusalWords(reason: string): string {
  return words[reason] ?? 'This step could not be read. Please call us.'
}
