type Filled<Path> = Path extends `${infer Head}/:${string}/${infer Tail}`
  ? `${Head}/${string}/${Filled<Tail>}`
  : Path extends `${infer Head}/:${string}`
    ? `${Head}/${string}`
    : Path

type PathOfOurs = Filled<keyof import('react-router').Register['pages']>

/** Where our links may lead: a path of app/routes.ts, with its query or anchor. Only the types check it. */
type Address = PathOfOurs | `${PathOfOurs}?${string}` | `${PathOfOurs}#${string}`
