import type { Bank } from '../../adapters/banks/bank-directory.ts'
import { isProviderUnavailable } from '../../adapters/call-provider.ts'
import type { AppServices } from '../services.ts'

/** The banks to choose from. Null where the provider does not answer: the rest of a form can be filled in meanwhile. */
export async function bankList({ banks, log }: AppServices): Promise<Bank[] | null> {
  try {
    return await banks.list()
  } catch (error) {
    if (!isProviderUnavailable(error)) throw error
    log.warn({ err: error }, 'the bank list could not be read')
    return null
  }
}
