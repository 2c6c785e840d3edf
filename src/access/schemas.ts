import { type Static, Type } from 'typebox'
import { fieldRights, rights } from './rights.ts'

const closed = { additionalProperties: false }
const words = <T extends string>(list: readonly T[], description: string) =>
  // With `type`, the validator finds repeated strings by a hash; without `type`, the validator compares every pair of
  // entries.
  Type.Array(Type.Unsafe<T>({ ...Type.Union(list.map((word) => Type.Literal(word))), type: 'string' }), {
    minItems: 1,
    maxItems: list.length,
    uniqueItems: true,
    description,
  })

const subject = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'Subject of the rule: `everyone`, `author` (who created the element), `$field` (the users, groups or items of the organisation ' +
    'chart in that field), or the path `namespace.code` of a group.',
})
const Subjects = Type.Array(subject, {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: 'Subjects to which the rule gives the rights.',
})

export const VisibleTo = Type.Array(subject, {
  maxItems: 100,
  uniqueItems: true,
  description: 'Groups to which the namespace or application is visible; all users by default.',
})

const RuleEntry = Type.Object(
  {
    to: Subjects,
    may: words(rights, 'Rights that the rule gives; edit, delete and access include view.'),
    where: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4000,
        description: 'EQL condition; the rule covers only elements that match it.',
      }),
    ),
  },
  closed,
)

export const FieldRuleEntry = Type.Object(
  {
    fields: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
      description: 'Codes of the fields that the rule covers.',
    }),
    to: Subjects,
    may: words(fieldRights, 'Rights that the rule gives to the fields; write includes read.'),
    statuses: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 200,
        uniqueItems: true,
        description: 'Codes of statuses; the rule covers only elements in one of them.',
      }),
    ),
  },
  closed,
)

/** The access rules in an application file. */
export const AccessSection = Type.Object(
  {
    visibleTo: Type.Optional(VisibleTo),
    elements: Type.Optional(
      Type.Array(RuleEntry, {
        maxItems: 100,
        description: 'Rules for elements; without them, every user has all rights.',
      }),
    ),
    fields: Type.Optional(
      Type.Array(FieldRuleEntry, {
        maxItems: 200,
        description: 'Rules for fields; a field named in a rule does not exist for users to whom no rule gives it.',
      }),
    ),
  },
  { ...closed, description: 'Access rules; administrators always have all rights.' },
)

/**
 * The access rules of an administrators' setting. Only a setting has rules for folders, because folders are data that
 * no file can name.
 */
export const AccessSetting = Type.Object(
  {
    ...AccessSection.properties,
    folders: Type.Optional(
      Type.Array(
        Type.Object(
          {
            folder: Type.String({
              format: 'uuid',
              description: 'Id of the folder (`__directory`) that the rules cover.',
            }),
            inherit: Type.Optional(
              Type.Boolean({
                description: 'Whether the rules of the application also apply in the folder; true by default.',
              }),
            ),
            elements: Type.Optional(
              Type.Array(RuleEntry, { maxItems: 100, description: 'Rules for the elements of the folder.' }),
            ),
          },
          closed,
        ),
        { maxItems: 1000, description: 'Rules for the elements of single folders.' },
      ),
    ),
  },
  { ...closed, title: 'AccessSetting' },
)

export type FieldRuleEntry = Static<typeof FieldRuleEntry>
export type AccessSection = Static<typeof AccessSection>
export type AccessSetting = Static<typeof AccessSetting>
