import type { Operations } from '../api/operations.ts'

const cardTexts = ['paperAt', 'correspondentNumber', 'correspondentDate', 'delivery', 'comment'] as const

/** The values of the registration form, as texts. */
export type RegistrationInput = Readonly<
  Record<'number' | 'date' | 'sheets' | 'reservationId' | (typeof cardTexts)[number], string>
>

export const emptyInput: RegistrationInput = {
  ...{ number: '', date: '', sheets: '', reservationId: '' },
  ...{ paperAt: '', correspondentNumber: '', correspondentDate: '', delivery: '', comment: '' },
}

type Body = NonNullable<Operations['registerElement']['input']['body']>

/**
 * Returns the part of the request that the form fills in. Empty values are left out. The number is included only when
 * the numbers of the case are entered by hand and no reservation is used.
 */
export function registrationBody(
  input: RegistrationInput,
  isTyped: boolean,
): Pick<Body, 'number' | 'date' | 'card' | 'reservationId'> {
  const { number, date, sheets, reservationId } = input
  const texts = cardTexts.map((key) => [key, input[key].trim()] as const).filter(([, text]) => text !== '')
  const card = { ...Object.fromEntries(texts), ...(sheets.trim() !== '' && { sheets: Number(sheets) }) }
  return {
    ...(isTyped && reservationId === '' && { number: number.trim() }),
    ...(reservationId !== '' && { reservationId }),
    ...(date !== '' && { date }),
    ...(Object.keys(card).length > 0 && { card }),
  }
}

/** Returns whether the form has what the server needs for the number of the document. */
export const isNumbered = ({ number, reservationId }: RegistrationInput, isTyped: boolean): boolean =>
  !isTyped || reservationId !== '' || number.trim() !== ''
