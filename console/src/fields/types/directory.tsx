import { Link } from '@tanstack/react-router'
import { useI18n } from '../../i18n/index.tsx'
import type { FieldType, ShowProps } from '../field-type.ts'

/** The directory that contains something. */
export const directoryType: FieldType = {
  code: 'CATEGORY',
  Show: ({ value, isInList }: ShowProps) => {
    const { t } = useI18n()
    const id = String(value)
    return isInList ? t('fields.directory') : <Link to={`/files/${id}` as '/'}>{t('fields.directory')}</Link>
  },
  filter: () => 'empty',
  isLong: () => true,
  isSortable: false,
}
