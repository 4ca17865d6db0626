/** Here only a name: the pages' own types (app/address.d.ts) check where the same lines lead. */
type Address = string
