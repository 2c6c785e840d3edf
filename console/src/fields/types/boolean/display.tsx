import { useI18n } from '../../../i18n/index.tsx'
import type { DisplayProps } from '../../field-type.ts'

export const BooleanDisplay = ({ value }: DisplayProps) => {
  const { t } = useI18n()
  return t(value ? 'ui.yes' : 'ui.no')
}
