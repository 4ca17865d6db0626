import { createContext } from 'react-router'

/** The addresses of all pages whose handle says `public`, except those with a parameter. */
export const public_paths_context = createContext<readonly string[]>()
