import { Type } from 'typebox'
import { languages, mailTimes, notificationKinds } from '../../../people/index.ts'

const Language = Type.Enum([...languages], { description: 'Language of notifications and mails.' })
const Mail = Type.Enum([...mailTimes], {
  description:
    'When mails are sent: at once, every full hour, every day at `dailyAt`, or never. A mail has all notifications since ' +
    'the mail before.',
})
const DailyAt = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description: 'Time of the daily mail in the time zone of the user, such as `09:00`.',
})
const timeZone = 'Time zone of the user, such as `Europe/Moscow`'
const channel = {
  inApp: Type.Boolean({ description: 'Whether notifications of the kind are in the list.' }),
  mail: Type.Boolean({ description: 'Whether notifications of the kind are in mails.' }),
}

export const SettingsResult = Type.Object({
  settings: Type.Object(
    {
      language: Language,
      timeZone: Type.String({ description: `${timeZone}.` }),
      mail: Mail,
      dailyAt: DailyAt,
      kinds: Type.Object(Object.fromEntries(notificationKinds.map((kind) => [kind, Type.Object(channel)]))),
    },
    { title: 'NotificationSettings' },
  ),
})

const Channels = Type.Object({ inApp: Type.Optional(channel.inApp), mail: Type.Optional(channel.mail) })

export const SettingsInput = Type.Object({
  language: Type.Optional(Language),
  timeZone: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()], {
      description: `${timeZone}; null for the time zone of the installation.`,
    }),
  ),
  mail: Type.Optional(Mail),
  dailyAt: Type.Optional(DailyAt),
  kinds: Type.Optional(
    Type.Object({
      task: Type.Optional(Channels),
      question: Type.Optional(Channels),
      deadline: Type.Optional(Channels),
      import: Type.Optional(Channels),
      job: Type.Optional(Channels),
      comment: Type.Optional(Channels),
      message: Type.Optional(Channels),
      system: Type.Optional(Channels),
    }),
  ),
})
