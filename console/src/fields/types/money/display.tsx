import { useFormats } from '../../../i18n/format.ts'
import type { DisplayProps } from '../../field-type.ts'
import type { Money } from './type.ts'

export const MoneyDisplay = ({ value }: DisplayProps) => {
  const { money } = useFormats()
  return [value as Money | Money[]]
    .flat()
    .map(({ cents, currency }) => money(cents / 100, currency))
    .join(', ')
}
