import { useCallback } from 'react'
import { useI18n } from '../i18n/index.tsx'
import type { Case } from './record-queries.ts'

/** Returns a function that describes the retention of a case: "5 years", "permanently". */
export function useRetention(): (given: Pick<Case, 'retention'>) => string {
  const { t } = useI18n()
  return useCallback(
    ({ retention }) => {
      if (!retention) return ''
      if (retention.kind === 'years') return t('records.keptYears', { count: retention.years ?? 1 })
      return t(`records.kept_${retention.kind}`)
    },
    [t],
  )
}
