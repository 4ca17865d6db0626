/**
 * Whether an address is like one of these, each as app/routes.ts has it: `:token` stands for any part. Addresses are
 * the same in any case.
 */
export function isLike(address: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => new RegExp(`^${sourceOf(pattern)}$`, 'i').test(address))
}

/** Takes the keys out of addresses: where a pattern has `:token`, whoever knows that part may come in. */
export function keyHider(patterns: readonly string[]): (path: string) => string {
  const doors = new Set(patterns.flatMap((pattern) => /^(.*?):token\b/.exec(pattern)?.[1] ?? []))
  const keyed = new RegExp(`^(${[...doors].map(sourceOf).join('|')})[^/]+`, 'i')
  return (path) => path.replace(keyed, '$1[hidden]')
}

const sourceOf = (pattern: string) => pattern.replace(/[.?]/g, '\\$&').replace(/:\w+/g, '[^/?&]+')
