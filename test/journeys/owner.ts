import type { Page } from 'playwright-core'

type File = { name: string; mimeType: string; buffer: Buffer }

/** What the owner of a kitchen does, in the words of the screen. */
export function owner(page: Page, url: string) {
  return {
    async signsUp(email: string, password: string) {
      await page.goto(`${url}/register`)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByText('I cook and sell food.').click()
      await page.getByRole('button', { name: 'Sign Up' }).click()
      await page.getByRole('button', { name: 'Log In' }).waitFor()
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Log In' }).click()
      await page.waitForURL('**/vendor-dashboard')
    },
    async fillsBusiness(business: { name: string; phone?: string }) {
      await page.getByLabel('Business Name').fill(business.name)
      await page.getByLabel('Category').fill('Buka')
      await page.getByLabel('Phone').fill(business.phone ?? '0803 123 4567')
    },
    async fillsLocation() {
      await page.getByLabel('Address').fill('Shop 7, North Gate')
      await page.getByLabel('Landmark', { exact: true }).selectOption('FUTA North Gate')
      await page.getByRole('textbox', { name: 'Description' }).fill('Amala at noon.')
    },
    async fillsBank(bank: string, account_number: string) {
      await page.getByLabel('Bank', { exact: true }).selectOption({ label: bank })
      await page.getByLabel('Account Number').fill(account_number)
    },
    async goesOn(to: string) {
      await page.getByRole('button', { name: 'Next', exact: true }).click()
      await page.getByRole('heading', { name: to, level: 2 }).waitFor()
    },
    /** Chooses a picture, in one region where several ask for one, and waits until the server has it. */
    async choosesPicture(label: string, file: File, region?: string) {
      const place = region ? page.getByRole('region', { name: region, exact: true }) : page
      const stored = page.waitForResponse((response) => response.url().endsWith('/uploads/picture'))
      await place.getByLabel(label).setInputFiles(file)
      await stored
      await page.getByText('Chosen, not uploaded yet').waitFor({ state: 'detached' })
    },
    async opensAddFood() {
      await page.getByRole('button', { name: 'Add Food' }).first().click()
      await page.getByRole('dialog', { name: 'Add Food' }).waitFor()
    },
    async fillsFood(dish: { name?: string; price?: string; section?: string }) {
      if (dish.name !== undefined) await page.getByLabel('Food Name').fill(dish.name)
      if (dish.price !== undefined) await page.getByLabel('Price').fill(dish.price)
      if (dish.section !== undefined) await page.getByLabel('Section (optional)').fill(dish.section)
    },
    async savesFood(button: 'Add Food' | 'Save') {
      await page.getByRole('dialog').getByRole('button', { name: button }).click()
    },
    /**
     * Fills the last group of choices of the open dialog, e.g. ('Size', 'Exactly one', [['Small', ''],
     * ['Large', '500']]).
     */
    async addsGroup(name: string, rule: string, choices: readonly (readonly [string, string])[]) {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Add a group of choices' }).click()
      await dialog.getByLabel('Name of the group').last().fill(name)
      const group = dialog.getByRole('group', { name, exact: true })
      await group.getByLabel('Customers choose').selectOption(rule)
      for (const [index, [choice, price]] of choices.entries()) {
        const field = group.getByLabel('Choice', { exact: true }).nth(index)
        if ((await field.count()) === 0) await group.getByRole('button', { name: 'Add a choice' }).click()
        await field.fill(choice)
        await group.getByLabel('Adds (₦)').nth(index).fill(price)
      }
      return group
    },
    dishNames: () => page.locator('[data-dish] h3').allTextContents(),
  }
}
