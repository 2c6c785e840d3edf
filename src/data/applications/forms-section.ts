import { type Static, Type } from 'typebox'

const closed = { additionalProperties: false }
const fieldCode = Type.String({ description: 'Code of a field of this application.' })
const marks = {
  readonly: Type.Optional(Type.Boolean({ description: 'Whether the form only shows the field.' })),
  required: Type.Optional(
    Type.Boolean({ description: 'Whether the form asks for a value, although the field itself may be empty.' }),
  ),
}
const PlacedField = Type.Union([fieldCode, Type.Object({ field: fieldCode, ...marks }, closed)])

// Fields and sections share one shape, so that a misspelt key is reported once. `refuseForms` distinguishes fields
// from sections.
const FormEntry = Type.Union([
  fieldCode,
  Type.Object(
    {
      section: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'Title of a section of the form.' }),
      ),
      fields: Type.Optional(
        Type.Array(PlacedField, { minItems: 1, maxItems: 500, description: 'Fields of the section, in their order.' }),
      ),
      field: Type.Optional(fieldCode),
      ...marks,
    },
    closed,
  ),
])
const form = (description: string) => Type.Optional(Type.Array(FormEntry, { maxItems: 500, description }))

/** The forms of the elements of an application, in the application file. */
export const FormsSection = Type.Object(
  {
    create: form('Form of a new element; all fields in their order by default.'),
    edit: form('Form that changes an element; by default the create form, followed by the fields that it leaves out.'),
    view: form(
      'Fields of an element as it is read; by default the edit form, followed by the fields that it leaves out.',
    ),
    tile: Type.Optional(
      Type.Array(fieldCode, {
        minItems: 1,
        maxItems: 500,
        description: 'Fields below the name of an element on a tile of the board.',
      }),
    ),
  },
  { ...closed, description: 'Forms of the elements: which fields they show, in which order and sections.' },
)
export type FormsSection = Static<typeof FormsSection>
export type FormEntry = Static<typeof FormEntry>
export type PlacedField = Static<typeof PlacedField>

/** The forms that can have sections, and fields that are read-only or required in the form. */
export const sectionedForms = ['create', 'edit', 'view'] as const
export type SectionedForm = (typeof sectionedForms)[number]

/** The names of sections, which may be given in several languages. */
export const sectionTexts = sectionedForms.map((form) => `forms.${form}[].section`)
