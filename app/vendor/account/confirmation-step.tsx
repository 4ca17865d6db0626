import type { Bank } from '../../../adapters/banks/bank-directory.ts'
import { AccountName } from '../../ui/bank-account/account-name.tsx'
import { useAccountName } from '../../ui/bank-account/use-account-name.ts'
import { Facts } from '../../ui/facts.tsx'
import { describePlace, type Landmark } from '../../ui/map/map-frame.ts'
import { placeOf } from './location-step.tsx'

/** Everything once more before it is locked. */
export function ConfirmationStep(props: {
  fields: Readonly<Record<string, string>>
  landmarks: readonly Landmark[]
  banks: readonly Bank[] | null
}) {
  const { fields, landmarks, banks } = props
  const found = useAccountName(fields['bank'] ?? '', fields['account_number'] ?? '')
  const place = placeOf(fields)
  const bank = banks?.find(({ id }) => id === fields['bank'])?.name
  return (
    <>
      <p>Please check everything. You can’t edit after submission.</p>
      <Facts
        facts={[
          ['Business Name', fields['name']],
          ['Category', fields['category']],
          ['Phone', fields['phone']],
          ['Address', fields['address']],
          ['Landmark', fields['landmark']],
          ['Place on the map', place ? describePlace(place, landmarks) : 'Where the landmark is'],
          ['Description', fields['description']],
          ['Bank', bank],
          ['Account Number', fields['account_number']],
        ]}
      />
      <AccountName found={found} />
    </>
  )
}
