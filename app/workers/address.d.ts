/** Only a name in this build: the pages' own types (app/address.d.ts) check where the same links lead. */
type Address = string
