import { createContext } from 'react-router'

/** The addresses of all pages whose handle says `public`, but for those that depend on a parameter. */
export const public_paths_context = createContext<readonly string[]>()
