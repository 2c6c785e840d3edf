import { useFormats } from '../../i18n/format.ts'
import type { FieldType, ShowProps } from '../field-type.ts'

/** An amount in hundredths of a currency. */
export interface Money {
  readonly cents: number
  readonly currency: string
}

export const moneyType: FieldType = {
  code: 'MONEY',
  Show: ({ value }: ShowProps) => {
    const { money } = useFormats()
    return [value as Money | Money[]]
      .flat()
      .map(({ cents, currency }) => money(cents / 100, currency))
      .join(', ')
  },
  filter: () => 'money',
  align: 'end',
  isSortable: true,
}
