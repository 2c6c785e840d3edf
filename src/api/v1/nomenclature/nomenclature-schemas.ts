import { Type } from 'typebox'
import { caseStates, docflows, resetPeriods } from '../../../records/index.ts'
import { orNull, Time, Uuid } from '../schemas.ts'

const opt = Type.Optional
const Name = Type.String({ minLength: 1, maxLength: 500, description: 'Name; runs of white space become one space.' })
const Code = orNull(Type.String({ maxLength: 100 }))

export const DirectoryInput = {
  name: Name,
  type: Type.Enum(['place', 'section'], { description: 'An office (`place`), or a section inside one.' }),
  directoryId: opt(orNull(Uuid)),
  code: opt(Code),
}
export const DirectoryChange = { name: opt(Name), directoryId: opt(orNull(Uuid)), code: opt(Code) }

export const NomenclatureDirectory = Type.Object(
  {
    __id: Uuid,
    id: Uuid,
    name: Type.String(),
    type: Type.Enum(['place', 'section']),
    code: orNull(Type.String()),
    directoryId: orNull(Uuid),
    officeId: Uuid,
  },
  { additionalProperties: true, title: 'NomenclatureDirectory' },
)

const count = (description: string, maximum: number) => Type.Integer({ minimum: 1, maximum, description })

const RegistrationSettingsInput = Type.Object(
  {
    templateEnabled: opt(
      Type.Boolean({
        description: 'Whether numbers are made from the template; true by default. Otherwise they are typed.',
      }),
    ),
    template: opt(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description:
          'Template of numbers, such as `{case.index}/{seq:000}`; `{$__index}` by default, which is the counter.',
      }),
    ),
    minLength: opt(
      Type.Integer({ minimum: 0, maximum: 18, description: 'Minimum number of digits of the counter; 1 by default.' }),
    ),
    editAfterRegistration: opt(Type.Boolean({ description: 'Whether a given number may be corrected.' })),
    reserveEnabled: opt(Type.Boolean({ description: 'Whether numbers may be reserved.' })),
    through: opt(Type.Boolean({ description: 'Whether the case shares the counter of another case.' })),
    throughSerialId: opt(
      orNull(Type.String({ format: 'uuid', description: 'Id of the case whose counter is shared.' })),
    ),
    resetInPeriod: opt(Type.Boolean({ description: 'Whether the counter starts again at 1 in each period.' })),
    resetSettings: opt(
      orNull(
        Type.Object({
          nextResetAt: opt(
            Type.String({
              format: 'date-time',
              description: 'First moment of any period; periods are counted from it.',
            }),
          ),
          resetPeriod: opt(Type.Enum([...resetPeriods], { description: 'Unit of the period; year by default.' })),
          resetPeriodCount: opt(count('Number of units of one period; 1 by default.', 10_000)),
        }),
      ),
    ),
  },
  { description: 'How numbers are given; an absent key keeps its value.' },
)

export const wireCase = {
  name: Name,
  directoryId: Uuid,
  docflow: Type.Enum([...docflows], { description: 'Document flow: incoming, outgoing or internal documents.' }),
  registrationSettings: opt(RegistrationSettingsInput),
}
export const caseIdentity = {
  index: opt(orNull(Type.String({ maxLength: 100, description: 'Index of the case, such as 01-03.' }))),
  year: opt(
    Type.Integer({ minimum: 1900, maximum: 9999, description: 'Year of the nomenclature; this year by default.' }),
  ),
}

/** Returns the values of a request whose keys the public API defines. Other keys are dropped without being checked. */
export function wireCaseOf<Input extends object>(input: Input): Input {
  const known = Object.keys({ ...wireCase, ...caseIdentity })
  return Object.fromEntries(Object.entries(input).filter(([key]) => known.includes(key))) as Input
}

export const CaseView = Type.Object(
  {
    __id: Uuid,
    id: Uuid,
    name: Type.String(),
    directoryId: Uuid,
    officeId: Uuid,
    docflow: Type.Enum([...docflows]),
    registrationSettings: Type.Object({}, { additionalProperties: true }),
    serialId: Uuid,
    index: orNull(Type.String()),
    year: Type.Integer(),
    state: Type.Enum([...caseStates]),
    createdAt: Time,
    createdBy: Uuid,
    updatedAt: Time,
    updatedBy: Uuid,
    deletedAt: orNull(Time),
  },
  { additionalProperties: true, title: 'Case' },
)
