/**
 * What it takes to see a screen, where not everybody of its back office may; and what each of its forms takes, by
 * intent.
 */
export type ScreenRights<Right extends string> = { see?: Right; change?: Right | Readonly<Record<string, Right>> }

/**
 * Whether the router asks for the answer to a form and for nothing of the screen. Whoever may not see the screen may
 * ask that: the action refuses it in words. A form that is sent without script asks for the screen around the answer.
 */
export const isActionAlone = (request: Request): boolean =>
  request.method === 'POST' && new URL(request.url).pathname.endsWith('.data')

/** For a form that is not named beside it. */
export const OTHERS = '*'

/**
 * Who may do what in the screens of a back office, by their addresses; a page below a screen is as the screen, unless
 * named.
 */
export function screenRights<Who, Right extends string>(
  screens: Readonly<Record<string, ScreenRights<Right>>>,
  may: (who: Who, right: Right) => boolean,
) {
  function rightsOf(pathname: string): ScreenRights<Right> | undefined {
    const [path = ''] = pathname.split(/[?#]/, 1)
    let screen = path.toLowerCase().replace(/\.data$/, '')
    while (screen && !Object.hasOwn(screens, screen)) screen = screen.slice(0, screen.lastIndexOf('/'))
    return screens[screen]
  }
  return {
    /** Whether somebody may see the screen at an address. One that is not in the table is for nobody. */
    maySee(who: Who, pathname: string): boolean {
      const rights = rightsOf(pathname)
      return rights !== undefined && (!rights.see || may(who, rights.see))
    },
    /** Whether somebody may send a form to a screen; null for a form that is not in the table, which is for nobody. */
    mayChange(who: Who, pathname: string, intent: string): boolean | null {
      const change = rightsOf(pathname)?.change
      const right = typeof change === 'object' ? (change[intent] ?? change[OTHERS]) : change
      return right === undefined ? null : may(who, right)
    },
  }
}
