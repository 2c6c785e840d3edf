import type { FieldType } from '../../field-type.ts'

/** An amount in hundredths of a currency. */
export interface Money {
  readonly cents: number
  readonly currency: string
}

export const moneyType = {
  code: 'MONEY',
  definition: { word: 'money', hasIndex: true, settings: [[{ input: 'currency' }]] },
  filter: 'money',
  isSortable: true,
  align: 'end',
  check: (value) => (typeof (value as Partial<Money>).cents === 'number' ? undefined : { key: 'fields.wrongNumber' }),
} as const satisfies FieldType
