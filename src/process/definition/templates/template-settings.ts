import { type Static, Type } from 'typebox'
import type { ResourceRights } from '../../../access/index.ts'
import type { JsonObject } from '../../../foundation/kit/json.ts'
import { durationPattern } from '../../../foundation/kit/time/iso-duration.ts'

/**
 * The rights to a process template: start instances; view the template, its instances and their contexts; send messages
 * and signals to its instances; administer its instances, which includes changing the grants of the template.
 */
export const templateRights = ['start', 'view', 'message', 'administer'] as const
export type TemplateRight = (typeof templateRights)[number]

/**
 * An action on a template. `viewAll`, to see all instances and their contexts, is part of `view`, except in a process
 * without access rules: there everyone may view the template, but not the instances of others.
 */
export type TemplateAction = TemplateRight | 'viewAll'

export const rightsOfTemplates: ResourceRights<TemplateAction> & { readonly grantable: readonly TemplateRight[] } = {
  all: [...templateRights, 'viewAll'],
  grantable: templateRights,
  includedIn: {
    start: ['administer'],
    view: ['administer'],
    viewAll: ['view', 'administer'],
    message: ['administer'],
  },
  granting: 'administer',
  revealing: ['start', 'view'],
}

const closed = { additionalProperties: false }
const applicationPath = Type.String({
  pattern: '^\\w+\\.\\w+$',
  description: 'Path of the application, such as `legal.contracts`.',
})

/** The schema of the YAML file beside a diagram, with the settings that are not part of the drawing. */
export const TemplateSettings = Type.Object(
  {
    description: Type.Optional(Type.String({ maxLength: 2000, description: 'Purpose of the process.' })),
    access: Type.Optional(
      Type.Array(
        Type.Object(
          {
            to: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
              minItems: 1,
              maxItems: 100,
              uniqueItems: true,
              description: '`everyone`, or the paths of groups.',
            }),
            may: Type.Array(Type.Union(templateRights.map((right) => Type.Literal(right))), {
              minItems: 1,
              maxItems: templateRights.length,
              uniqueItems: true,
              description: 'Rights that the rule gives; administer includes the others.',
            }),
          },
          closed,
        ),
        {
          maxItems: 100,
          description:
            'Access rules; without them, every user may start the process and view its diagram, and its instances are visible to their initiators and performers, and to readers of their elements.',
        },
      ),
    ),
    variables: Type.Optional(
      Type.Array(
        Type.Object(
          {
            names: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
              minItems: 1,
              maxItems: 200,
              uniqueItems: true,
              description: 'Names of variables.',
            }),
            to: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
              minItems: 1,
              maxItems: 100,
              uniqueItems: true,
              description: '`everyone`, `initiator`, `performers`, or the paths of groups.',
            }),
          },
          closed,
        ),
        {
          maxItems: 100,
          description:
            'Users to whom variables are shown. A variable without a rule that holds a value of a field of an element is shown to those who may read the field; other variables are shown to all who see the instance.',
        },
      ),
    ),
    startLimit: Type.Optional(
      Type.Object(
        {
          starts: Type.Integer({
            minimum: 1,
            maximum: 1_000_000,
            description: 'Maximum number of starts in a period.',
          }),
          period: Type.String({ pattern: durationPattern, description: 'Length of the period, such as `PT1H`.' }),
        },
        { ...closed, description: 'Limit of the starts in a period; further starts are refused with 429.' },
      ),
    ),
    interruption: Type.Optional(
      Type.Union([Type.Literal('administer'), Type.Literal('initiator')], {
        description:
          'Users who may interrupt an instance: users with the right administer (default), or also the initiator.',
      }),
    ),
    calendar: Type.Optional(
      Type.String({
        pattern: '^\\w+\\.\\w+$',
        description: 'Path of the business calendar for due dates, such as `hr.office`.',
      }),
    ),
    keepDays: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 36_500,
        description:
          'Days until an ended instance is exported and removed with its history and tasks; 0 keeps instances for ever. ' +
          'Without it, the setting INSTANCES_KEEP_DAYS of the installation counts.',
      }),
    ),
    texts: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[a-z]{2,3}(-[a-z0-9]{2,8})*$' }),
        Type.Record(Type.String({ minLength: 1, maxLength: 2000 }), Type.String({ minLength: 1, maxLength: 2000 }), {
          maxProperties: 2000,
          description: 'Translations by the texts of the diagram; `{}` stands for any characters.',
        }),
        {
          maxProperties: 20,
          additionalProperties: false,
          description: 'Translations of the texts of the diagram and of the description, by language.',
        },
      ),
    ),
    startFrom: Type.Optional(
      Type.Array(applicationPath, {
        maxItems: 100,
        uniqueItems: true,
        description: 'Applications whose elements offer to start the process by hand.',
      }),
    ),
    startOn: Type.Optional(
      Type.Array(
        Type.Object(
          {
            application: applicationPath,
            event: Type.Union(
              [
                Type.Literal('created'),
                Type.Literal('updated'),
                Type.Literal('statusChanged'),
                Type.Literal('deleted'),
              ],
              { description: 'Event of an element that starts an instance for the element.' },
            ),
            status: Type.Optional(
              Type.String({ maxLength: 63, description: 'Code of the status that the element must have reached.' }),
            ),
          },
          closed,
        ),
        { maxItems: 100, description: 'Events of elements that start the process.' },
      ),
    ),
  },
  { ...closed, title: 'Chancery: settings of a process' },
)
export type TemplateSettings = Static<typeof TemplateSettings>

/** Returns settings with their keys in a fixed order, without keys that only state a default. */
export function settingsFile(settings: TemplateSettings): JsonObject {
  const {
    description,
    access,
    variables,
    startLimit,
    interruption,
    calendar,
    keepDays,
    startFrom = [],
    startOn = [],
    texts,
  } = settings
  const limit = startLimit && { starts: startLimit.starts, period: startLimit.period }
  return {
    ...(description !== undefined && description !== '' && { description }),
    ...(access !== undefined && { access: access.map(({ to, may }) => ({ to: [...to], may: [...may] })) }),
    ...(variables !== undefined && {
      variables: variables.map(({ names, to }) => ({ names: [...names], to: [...to] })),
    }),
    ...(limit !== undefined && { startLimit: limit }),
    ...(interruption === 'initiator' && { interruption }),
    ...(calendar !== undefined && { calendar }),
    ...(keepDays !== undefined && { keepDays }),
    ...(startFrom.length > 0 && { startFrom: [...startFrom] }),
    ...(startOn.length > 0 && {
      startOn: startOn.map(({ application, event, status }) => ({
        application,
        event,
        ...(status !== undefined && { status }),
      })),
    }),
    ...(texts !== undefined && { texts: sortedTexts(texts) }),
  }
}

/** Returns translations in alphabetical order, because the database keeps them in an order of its own. */
function sortedTexts(texts: NonNullable<TemplateSettings['texts']>): JsonObject {
  const sorted = <T>(map: Readonly<Record<string, T>>) => Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted(texts).map(([language, own]) => [language, Object.fromEntries(sorted(own))]))
}

/** A definition that settings name, with its place in the file. */
export interface NamedInSettings {
  readonly to: 'application' | 'calendar'
  readonly path: string
  readonly at: readonly (string | number)[]
}

/** Returns the applications and the calendar that settings name. */
export function namedInSettings({ calendar, startFrom = [], startOn = [] }: TemplateSettings): NamedInSettings[] {
  return [
    ...(calendar === undefined ? [] : [{ to: 'calendar' as const, path: calendar, at: ['calendar'] }]),
    ...startFrom.map((path, index) => ({ to: 'application' as const, path, at: ['startFrom', index] })),
    ...startOn.map(({ application: path }, index) => {
      return { to: 'application' as const, path, at: ['startOn', index, 'application'] }
    }),
  ]
}
