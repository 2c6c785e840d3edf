import { Type } from 'typebox'

// Schemas that the operations on telephone extensions share.
export const ModuleParams = Type.Object({ code: Type.String({ description: 'Code of a telephony module.' }) })

export const Bindings = Type.Array(
  Type.Object({
    extension: Type.String({
      description: 'Internal extension, such as "0101": up to 32 digits, "*" and "#". Separators are removed.',
    }),
    userId: Type.String({ description: 'Id of the user who has the extension.' }),
  }),
  { maxItems: 10_000, description: 'Extensions and their users; an extension occurs once.' },
)
