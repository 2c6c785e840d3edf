import { type Formats, useFormats } from '../../i18n/format.ts'
import type { Field, FieldType, ShowProps } from '../field-type.ts'

/** Moments, days and times of day. A day is stored as midnight in UTC, and is the same in every time zone. */
export const datetimeType: FieldType = {
  code: 'DATETIME',
  Show: ({ value, field, isInList }: ShowProps) => {
    const formats = useFormats()
    return [value].flat().map((each) => {
      const moment = String(each)
      return (
        <time key={moment} dateTime={moment} title={shownMoment(moment, field, formats)}>
          {shownMoment(moment, field, formats, isInList)}{' '}
        </time>
      )
    })
  },
  filter: () => 'date',
  isSortable: true,
}

/** Returns the text of a moment with the precision of its field; `isShort` leaves out the current year of a moment. */
export function shownMoment(
  moment: string,
  { data }: Pick<Field, 'data'>,
  formats: Formats,
  isShort: boolean = false,
): string {
  if (data.view === 'date') return formats.date(moment.slice(0, 10))
  if (data.view === 'time') return moment.slice(11, 16)
  return isShort ? formats.shortDateTime(moment) : formats.dateTime(moment)
}
