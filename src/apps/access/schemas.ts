import { type Static, Type } from 'typebox'
import { fieldRights, rights } from './rights.ts'

const closed = { additionalProperties: false }
const words = <T extends string>(list: readonly T[], description: string) =>
  // With `type`, the validator compares strings by hash; without it, it compares every pair of entries.
  Type.Array(Type.Unsafe<T>({ ...Type.Union(list.map((word) => Type.Literal(word))), type: 'string' }), {
    minItems: 1,
    maxItems: list.length,
    uniqueItems: true,
    description,
  })

const subject = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'everyone, author, $field (whom the field holds) or namespace.group.',
})
const Subjects = Type.Array(subject, { minItems: 1, maxItems: 100, uniqueItems: true })

export const VisibleTo = Type.Array(subject, {
  maxItems: 100,
  uniqueItems: true,
  description: 'Groups to whom it is there at all; left out: everyone.',
})

export const ElementRuleEntry = Type.Object(
  {
    to: Subjects,
    may: words(rights, 'edit, delete and access include view.'),
    where: Type.Optional(
      Type.String({ minLength: 1, maxLength: 4000, description: 'EQL; the rule holds for such elements only.' }),
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
      description: 'Codes of fields.',
    }),
    to: Subjects,
    may: words(fieldRights, 'write includes read.'),
    statuses: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 200,
        uniqueItems: true,
        description: 'Only while the element is in these.',
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
      Type.Array(ElementRuleEntry, { maxItems: 100, description: 'Left out: everyone may do everything.' }),
    ),
    fields: Type.Optional(
      Type.Array(FieldRuleEntry, {
        maxItems: 200,
        description: 'A field named here does not exist for anybody else.',
      }),
    ),
  },
  { ...closed, description: 'Who may do what; administrators may do everything.' },
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
            folder: Type.String({ format: 'uuid' }),
            inherit: Type.Optional(
              Type.Boolean({ description: 'false: what holds for the whole application does not hold in it.' }),
            ),
            elements: Type.Optional(Type.Array(ElementRuleEntry, { maxItems: 100 })),
          },
          closed,
        ),
        { maxItems: 1000 },
      ),
    ),
  },
  closed,
)

export type ElementRuleEntry = Static<typeof ElementRuleEntry>
export type FieldRuleEntry = Static<typeof FieldRuleEntry>
export type AccessSection = Static<typeof AccessSection>
export type AccessSetting = Static<typeof AccessSetting>
