import { useFormats } from '../../../i18n/format.ts'
import type { DisplayProps } from '../../field-type.ts'
import { shownMoment } from './moments.ts'

/** Moments, days and times of day. A day is stored as midnight in UTC, and is the same in every time zone. */
export const DatetimeDisplay = ({ value, field, isInList }: DisplayProps) => {
  const formats = useFormats()
  return [value].flat().map((each) => {
    const moment = String(each)
    return (
      <time key={moment} dateTime={moment} title={shownMoment(moment, field, formats)}>
        {shownMoment(moment, field, formats, isInList)}{' '}
      </time>
    )
  })
}
