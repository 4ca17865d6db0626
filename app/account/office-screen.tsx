import { Outlet, useOutletContext } from 'react-router'

/** Around every screen of a back office: one that cannot be shown says so in its place, and the office goes on. */
export default function OfficeScreen() {
  return <Outlet context={useOutletContext()} />
}
