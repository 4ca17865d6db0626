/** Far beyond any order of a hall; what is above is a script, or a broken cart. Browser and server go by the same. */
export const MOST_LINES = 100
export const MOST_OF_ONE = 9_999
