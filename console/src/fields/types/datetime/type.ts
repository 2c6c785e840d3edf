import type { FieldType } from '../../field-type.ts'
import { comparableMoment, isMoment, type Precision } from './moments.ts'

/** Moments, days and times of day. A day is stored as midnight in UTC, and is the same in every time zone. */
export const datetimeType = {
  code: 'DATETIME',
  definition: {
    word: 'datetime',
    hasIndex: true,
    standard: 'text',
    settings: [[{ input: 'view', views: ['datetime', 'date', 'time'] }]],
  },
  filter: 'date',
  isSortable: true,
  // The length of a moment such as "27 Nov, 07:30 AM".
  shownLength: 15,
  inCharts: 'date',
  comparable: (value, data) => {
    const precision = (data?.view ?? 'datetime') as Precision
    return [value].flat().map((moment) => comparableMoment(String(moment), precision))
  },
  check: (value) =>
    [value].flat().every((each) => isMoment(String(each))) ? undefined : { key: 'fields.wrongMoment' },
} as const satisfies FieldType
