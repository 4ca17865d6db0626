type Filled<Path> = Path extends `${infer Head}/:${string}/${infer Tail}`
  ? `${Head}/${string}/${Filled<Tail>}`
  : Path extends `${infer Head}/:${string}`
    ? `${Head}/${string}`
    : Path

type PathOfOurs = Filled<keyof import('react-router').Register['pages']>

/** Where a link of ours may lead: a path of app/routes.ts, with what stands behind it. Checked by the types alone. */
type Address = PathOfOurs | `${PathOfOurs}?${string}` | `${PathOfOurs}#${string}`
