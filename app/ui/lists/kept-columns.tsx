import { useLocation } from 'react-router'

/** Which columns of a list its address leaves out: `?hide=Items&hide=Date`. */
export function useHiddenColumns(): readonly string[] {
  return new URLSearchParams(useLocation().search).getAll('hide')
}

/** Stands in a list's forms, so that what is left out stays so. */
export function KeptColumns() {
  return useHiddenColumns().map((name) => <input key={name} type="hidden" name="hide" value={name} />)
}
