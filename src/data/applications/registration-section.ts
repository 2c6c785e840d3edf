import { type Static, Type } from 'typebox'

const closed = { additionalProperties: false }
const fieldCode = Type.String({ description: 'Code of a field of this application.' })
const fields = (description: string) =>
  Type.Array(fieldCode, { minItems: 1, maxItems: 100, uniqueItems: true, description })

/** How the elements of an application are registered in cases, in the application file. */
export const RegistrationSection = Type.Object(
  {
    enabled: Type.Optional(
      Type.Boolean({
        description: 'Whether elements can be registered; true by default. False keeps earlier numbers.',
      }),
    ),
    by: Type.Optional(
      Type.Union(
        [
          Type.Literal('everyone'),
          Type.Literal('process'),
          Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 100, uniqueItems: true }),
        ],
        {
          description:
            'Who registers elements, beside processes: `everyone` with access to the element (default), only a ' +
            '`process`, or a list of groups. A person also needs the right `register` to the office of the case.',
        },
      ),
    ),
    cases: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        minItems: 1,
        maxItems: 1000,
        uniqueItems: true,
        description: 'Indexes of the cases in which elements are registered; any case by default.',
      }),
    ),
    required: Type.Optional(fields('Fields that must have a value before an element is registered.')),
    file: Type.Optional(
      Type.String({ description: 'Code of the field with the file of the document; it must hold a file.' }),
    ),
    identity: Type.Optional(fields('Fields that cannot be changed while an element is registered.')),
    status: Type.Optional(Type.String({ description: 'Status that an element gets when it is registered.' })),
    number: Type.Optional(
      Type.String({
        description:
          'Text field that holds the registration number of an element. Registrations fill it in; nothing else can ' +
          'change it.',
      }),
    ),
  },
  { ...closed, description: 'Registration of elements in the nomenclature of cases.' },
)

export type RegistrationSection = Static<typeof RegistrationSection>

/** The maximum length of a registration number in characters. */
export const maxNumberChars = 300
