import { Type } from 'typebox'
import { densities, languages, themes } from '../../../people/index.ts'
import { orNull } from '../../v1/schemas.ts'

/** The settings of a user, as read and written. */
export const UserSettings = Type.Object(
  {
    language: Type.Enum([...languages], { description: 'Language of the console, of notifications and of mails.' }),
    timeZone: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Time zone of the user, such as `Europe/Moscow`.',
    }),
    theme: Type.Enum([...themes], { description: 'Colours of the console; `system` follows the operating system.' }),
    density: Type.Enum([...densities], { description: 'Height of the rows of lists.' }),
    startPage: orNull(
      Type.String({
        maxLength: 500,
        pattern: '^/(?![/\\\\])[^\\u0000-\\u001f]*$',
        description: 'Page of the console that opens first, such as `/tasks`; null when the console chooses.',
      }),
    ),
  },
  { title: 'UserSettings' },
)
