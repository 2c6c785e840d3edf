import { useFormats } from '../i18n/format.ts'

/** The day of a moment, such as "Nov 24"; the title has the time. */
export function Day({ at }: { at: string }) {
  const { shortDate, dateTime } = useFormats()
  return (
    <time dateTime={at} title={dateTime(at)}>
      {shortDate(at)}
    </time>
  )
}
