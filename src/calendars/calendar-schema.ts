import { type Static, Type } from 'typebox'
import { title } from '../solutions/index.ts'

const time = '([01]\\d|2[0-3]):[0-5]\\d'
const date = '\\d{4}-\\d\\d-\\d\\d'
const Hours = (minItems: number) =>
  Type.Array(Type.String({ pattern: `^${time}-(${time}|24:00)$` }), {
    minItems,
    maxItems: 20,
    description: 'Working hours such as 09:00-13:00, in ascending order.',
  })

/** The schema of a calendar file. */
export const CalendarFile = Type.Object(
  {
    name: title('Title of the calendar, such as "Moscow office".'),
    description: Type.Optional(Type.String({ maxLength: 2000, description: 'Purpose of the calendar.' })),
    default: Type.Optional(Type.Boolean({ description: 'Whether processes refer to the calendar as `default`.' })),
    timeZone: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Time zone of the hours, such as Europe/Moscow; defaults to that of the installation.',
      }),
    ),
    week: Type.Optional(
      Type.Object(
        {
          monday: Type.Optional(Hours(0)),
          tuesday: Type.Optional(Hours(0)),
          wednesday: Type.Optional(Hours(0)),
          thursday: Type.Optional(Hours(0)),
          friday: Type.Optional(Hours(0)),
          saturday: Type.Optional(Hours(0)),
          sunday: Type.Optional(Hours(0)),
        },
        {
          additionalProperties: false,
          description:
            'Working hours of the weekdays; days without hours are days off. Defaults to Monday to Friday, 09:00-18:00.',
        },
      ),
    ),
    holidays: Type.Optional(
      Type.Array(Type.String({ pattern: `^${date}(/${date})?$` }), {
        maxItems: 2000,
        description: 'Days off: dates, or first and last date of a period such as 2026-01-01/2026-01-08.',
      }),
    ),
    workingDays: Type.Optional(
      Type.Record(Type.String({ pattern: `^${date}$` }), Hours(1), {
        maxProperties: 2000,
        description:
          'Working hours of single dates, such as a working Saturday or a short day before a holiday. They take precedence over `week` and `holidays`.',
      }),
    ),
  },
  { additionalProperties: false, title: 'Chancery: calendar' },
)

export type CalendarFile = Static<typeof CalendarFile>
