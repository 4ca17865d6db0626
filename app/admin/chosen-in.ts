/** The rows that were ticked in a list, by their numbers: the names of its boxes (`chosen_12`) are among these. */
export const chosenIn = (names: Iterable<string>): number[] =>
  [...names].flatMap((name) => (/^chosen_\d{1,15}$/.test(name) ? [Number(name.slice('chosen_'.length))] : []))
