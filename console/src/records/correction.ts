import type { Registration } from './record-queries.ts'

const cardTexts = ['correspondentNumber', 'correspondentDate', 'delivery', 'paperAt', 'comment'] as const

/** Values of the form of a correction, as texts. */
export type Entered = Readonly<Record<'number' | 'date' | 'sheets' | (typeof cardTexts)[number], string>>
type Corrected = Pick<Registration, 'number' | 'date' | 'card'>

/** Returns the values of a registration for the form. */
export function enteredOf({ number, date, card }: Corrected): Entered {
  const { correspondentNumber = '', correspondentDate = '', delivery = '', paperAt = '', comment = '' } = card
  const sheets = card.sheets === undefined ? '' : String(card.sheets)
  return { number, date: date ?? '', sheets, correspondentNumber, correspondentDate, delivery, paperAt, comment }
}

/**
 * Returns the changed values in the form that the API takes. A cleared number, date, date of the correspondent or
 * number of sheets is left unchanged.
 */
export function correctionOf(registration: Corrected, entered: Entered) {
  const before = enteredOf(registration)
  const isChanged = (key: keyof Entered) => entered[key] !== before[key]
  const isGiven = (key: keyof Entered) => isChanged(key) && entered[key] !== ''
  const texts = cardTexts.filter((key) => (key === 'correspondentDate' ? isGiven(key) : isChanged(key)))
  const card = {
    ...Object.fromEntries(texts.map((key) => [key, entered[key]])),
    ...(isGiven('sheets') && { sheets: Number(entered.sheets) }),
  }
  return {
    ...(isGiven('number') && { number: entered.number }),
    ...(isGiven('date') && { date: entered.date }),
    ...(Object.keys(card).length > 0 && { card }),
  }
}
