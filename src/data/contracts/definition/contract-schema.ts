import { type Static, Type } from 'typebox'
import { type ResourceRights, VisibleTo } from '../../../access/index.ts'
import { codePattern } from '../../../foundation/kit/codes.ts'
import { title } from '../../../solutions/index.ts'
import { fieldSchema } from '../../../values/index.ts'

/**
 * The rights that a contract can restrict. These rights narrow the rights to the elements of the sources: a caller
 * needs a right from both the contract and the application. `edit` includes deleting and restoring.
 */
export const contractRights = ['view', 'create', 'edit'] as const
export type ContractRight = (typeof contractRights)[number]

export const rightsOfContracts: ResourceRights<ContractRight> = {
  all: contractRights,
  grantable: [],
  includedIn: { view: ['edit'] },
  granting: 'edit',
  revealing: ['view', 'create'],
}

const closed = { additionalProperties: false }
const path = new RegExp(`^${codePattern}\\.${codePattern}$`).source

const Source = Type.Object(
  {
    application: Type.String({ pattern: path, description: 'Path of the application, such as `docs.incoming`.' }),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.String({ description: 'Code of the field of the application.' }), {
        description: 'Fields of the application by the codes of the fields of the contract.',
      }),
    ),
    where: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4000,
        description:
          'EQL condition in the fields of the application; only elements that match it belong to the contract.',
      }),
    ),
  },
  closed,
)

const Rule = Type.Object(
  {
    to: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: '`everyone`, `author`, `$field` of the contract, or the paths of groups.',
    }),
    may: Type.Array(Type.Union(contractRights.map((right) => Type.Literal(right))), {
      minItems: 1,
      maxItems: contractRights.length,
      uniqueItems: true,
      description: 'Rights that the rule gives; edit includes view.',
    }),
    where: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4000,
        description: 'EQL condition in the fields of the contract; the rule covers only elements that match it.',
      }),
    ),
  },
  closed,
)

const ContractAccess = Type.Object(
  {
    visibleTo: Type.Optional(VisibleTo),
    elements: Type.Optional(Type.Array(Rule, { maxItems: 100, description: 'Rules for elements.' })),
  },
  {
    ...closed,
    description: 'Access rules. They narrow those of the applications; without them, only the applications decide.',
  },
)
export type ContractAccess = Static<typeof ContractAccess>

/** The schema of the file of a contract, except for its fields, which the field types check. */
export const ContractFile = Type.Object(
  {
    name: title('Title of the contract in the plural, such as "Documents".'),
    fields: Type.Optional(
      Type.Array(Type.Unknown(), { maxItems: 200, description: 'Fields that each source has; none by default.' }),
    ),
    sources: Type.Array(Source, {
      minItems: 1,
      maxItems: 20,
      description: 'Applications that implement the contract.',
    }),
    default: Type.Optional(
      Type.String({ description: 'Path of the source in which new elements are created; none by default.' }),
    ),
    access: Type.Optional(ContractAccess),
  },
  { ...closed, title: 'Chancery: contract' },
)
export type ContractFile = Static<typeof ContractFile>

const fields = Type.Array(fieldSchema, { maxItems: 200, description: 'In the order in which they are shown.' })

/** The schema of the file of a contract for editors, which describes the fields in full. */
export const publishedContractFile = { ...ContractFile, properties: { ...ContractFile.properties, fields } }
