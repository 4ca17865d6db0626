/** The dialog that asks how many of a dish, and with what. */
export const DISH_SHEET_ID = 'dish-sheet'
