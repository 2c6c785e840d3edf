import { Type } from 'typebox'

// Schemas and limits that the operations on stored values share.
const key = Type.String({ description: 'Key: 1 to 255 Latin letters, digits, ".", "_", ":" and "-".' })
const namespace = Type.String({ description: 'Code of a namespace or of a module.' })

export const SystemKey = Type.Object({ key })
export const NamespaceKey = Type.Object({ namespace, key })
export const ApplicationKey = Type.Object({
  namespace: Type.String({ description: 'Namespace of the application.' }),
  code: Type.String({ description: 'Code of the application.' }),
  key,
})

export const StoredValue = Type.Object({
  data: Type.String({ description: 'Value to store: any text of up to 1 MiB, also an empty one.' }),
})
export const ReadValue = Type.Object({ data: Type.String({ description: 'Stored value.' }) })

/**
 * Maximum size of a body in bytes. A value may have 1 MiB, and JSON may write one byte of the value as an escape of 6
 * bytes.
 */
export const maxBodyBytes = 7 * 1024 ** 2
