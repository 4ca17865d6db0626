import type { TakenIn } from '../../../domain/catalog/tables.ts'
import { counted } from '../../ui/counted.ts'

/** What came of a file of kitchens. */
export const tookIn = ({ kitchens, added, changed, left }: TakenIn): string =>
  `${counted(kitchens, 'kitchen')} made, ${counted(added, 'dish', 'dishes')} added, ${changed} changed, ` +
  `${counted(left, 'line')} left out`
