import { Outlet, useOutletContext } from 'react-router'
import { ScreenError } from '../ui/screen-error.tsx'

/** A screen that cannot be shown says so in its place, and the office around it goes on. */
export const ErrorBoundary = ScreenError

/** Stands around every screen of a back office. */
export default function OfficeScreen() {
  return <Outlet context={useOutletContext()} />
}
