import { useFormats } from '../../i18n/format.ts'
import type { FieldType, ShowProps } from '../field-type.ts'

export const numberType: FieldType = {
  code: 'FLOAT',
  Show: ({ value }: ShowProps) => {
    const { number } = useFormats()
    return [value]
      .flat()
      .map((each) => number(Number(each)))
      .join(', ')
  },
  filter: () => 'number',
  align: 'end',
  isSortable: true,
}
