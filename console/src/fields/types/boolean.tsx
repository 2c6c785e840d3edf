import { useI18n } from '../../i18n/index.tsx'
import type { FieldType, ShowProps } from '../field-type.ts'

export const booleanType: FieldType = {
  code: 'BOOLEAN',
  Show: ({ value }: ShowProps) => {
    const { t } = useI18n()
    return t(value ? 'ui.yes' : 'ui.no')
  },
  filter: () => 'boolean',
  isSortable: true,
}
