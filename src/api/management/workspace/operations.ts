import { Type } from 'typebox'
import { rights } from '../../../access/index.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { productVersion } from '../../../foundation/http/product-version.ts'
import { languages } from '../../../foundation/kit/languages.ts'
import { densities, themes, userNotFound } from '../../../people/index.ts'
import { type Context, operation } from '../../operation.ts'
import { NoParams, orNull, Uuid } from '../../v1/schemas.ts'

/** The settings of a user, as read and written. */
const UserSettings = Type.Object(
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

const ApplicationEntry = Type.Object({
  code: Type.String(),
  name: Type.String(),
  elementName: Type.String({ description: 'Name of one element, such as `Contract`.' }),
  rights: Type.Array(Type.Enum([...rights]), {
    description: 'Rights that the caller has for all elements or for some of them.',
  }),
})

export const getWorkspace = operation({
  name: 'getWorkspace',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/workspace',
  summary: 'Get the workspace of the current user',
  description:
    'Returns what a client shows at its start: the user, the settings, the menu of namespaces and applications that ' +
    'the caller can see, and the numbers of open tasks and unread notifications.',
  right: 'user',
  inLanguage: true,
  params: NoParams,
  result: Type.Object({
    user: Type.Object({
      id: Uuid,
      login: Type.String(),
      email: orNull(Type.String()),
      lastname: Type.String(),
      firstname: Type.String(),
      middlename: Type.String(),
      position: orNull(Type.String()),
    }),
    isAdministrator: Type.Boolean(),
    settings: UserSettings,
    namespaces: Type.Array(
      Type.Object({
        code: Type.String(),
        name: Type.String(),
        icon: orNull(Type.String()),
        applications: Type.Array(ApplicationEntry),
      }),
      { description: 'Namespaces in the order of the menu.' },
    ),
    counts: Type.Object({
      tasks: Type.Integer({ minimum: 0, description: 'Number of open tasks that the caller can work on.' }),
      notifications: Type.Integer({ minimum: 0, description: 'Number of unread notifications.' }),
    }),
    version: Type.String({ description: 'Version of the server.' }),
    checkpoint: Type.String({
      description: 'Point before which all changes are part of this answer; `since` of /api/v1/events.',
    }),
  }),
  errors: [userNotFound],
  handle: async (_request, { caller, people, userSettings, apps, processes, notifications, eventStreams }) => {
    // The checkpoint is read first, so that a stream from this checkpoint reports changes made during the other
    // reads.
    const checkpoint = await eventStreams.checkpoint(caller)
    const [{ user, administrator }, settings, tasks, unread] = await Promise.all([
      people.me(caller),
      userSettings.get(caller),
      processes.tasks.list(caller, {}, { size: 0 }),
      notifications.countUnread(caller),
    ])
    return {
      user,
      isAdministrator: administrator,
      settings,
      namespaces: apps.scheme.menu(caller),
      counts: { tasks: tasks.total, notifications: unread },
      version: productVersion,
      checkpoint,
    }
  },
})

const getMySettings = operation({
  name: 'getMySettings',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/me/settings',
  summary: 'Get your own settings',
  description:
    'Returns language, time zone and looks of the console for the caller. The settings of notifications are at ' +
    '/api/v1/notifications/settings; language and time zone are the same in both.',
  right: 'user',
  params: NoParams,
  result: Type.Object({ settings: UserSettings }),
  errors: [userNotFound],
  handle: async (_request, { caller, userSettings }) => ({ settings: await userSettings.get(caller) }),
})

const putMySettings = operation({
  name: 'putMySettings',
  area: 'Management',
  methods: ['PUT'],
  path: '/api/v1/me/settings',
  summary: 'Replace your own settings',
  description: 'Replaces language, time zone and looks of the console for the caller.',
  right: 'user',
  params: NoParams,
  input: Type.Object(UserSettings.properties, { title: 'UserSettingsInput' }),
  result: Type.Object({ settings: UserSettings }),
  errors: [userNotFound],
  handle: async ({ input }, { caller, userSettings }) => ({ settings: await userSettings.put(caller, input) }),
})

/** Operations of the management API for the start of a client and for the settings of the user. */
export const workspaceOperations: readonly Operation<Context>[] = [getWorkspace, getMySettings, putMySettings]
