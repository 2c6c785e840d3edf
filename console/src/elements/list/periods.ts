import type { TextKey } from '../../i18n/index.tsx'

/** The relative periods that the filter of a date offers, and their names. */
export const periodKeys: Readonly<Record<string, TextKey>> = {
  '0d..0d': 'elements.today',
  '-1d..-1d': 'elements.yesterday',
  '0w..0w': 'elements.thisWeek',
  '-7d..0d': 'elements.last7Days',
  '0m..0m': 'elements.thisMonth',
  '-1m..-1m': 'elements.lastMonth',
  '0q..0q': 'elements.thisQuarter',
  '0y..0y': 'elements.thisYear',
}
