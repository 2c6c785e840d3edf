import { Link } from '@tanstack/react-router'
import { useI18n } from '../../../i18n/index.tsx'
import type { DisplayProps } from '../../field-type.ts'

/** The directory of files in which an object is. */
export const DirectoryDisplay = ({ value, isInList }: DisplayProps) => {
  const { t } = useI18n()
  const id = String(value)
  return isInList ? t('fields.directory') : <Link to={`/files/${id}` as '/'}>{t('fields.directory')}</Link>
}
