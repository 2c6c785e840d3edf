import { useFormats } from '../../../i18n/format.ts'
import type { DisplayProps } from '../../field-type.ts'

export const NumberDisplay = ({ value }: DisplayProps) => {
  const { number } = useFormats()
  return [value]
    .flat()
    .map((each) => number(Number(each)))
    .join(', ')
}
