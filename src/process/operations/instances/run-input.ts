import { isUuid, nilId } from '../../../foundation/kit/ids.ts'
import { isObject } from '../../../foundation/kit/json.ts'
import { systemField } from '../../../values/index.ts'
import { startWrongSystemField } from '../errors.ts'

/** The context of a start: the variables and the accepted system fields. */
export interface RunInput {
  readonly variables: Readonly<Record<string, unknown>>
  readonly item?: ElementReference
  readonly target?: string
  /** Initiator that the caller requests. */
  readonly createdBy?: string
}

export interface ElementReference {
  readonly id: string
  readonly code: string
  readonly namespace: string
}

const maxTargetChars = 255
const itemField = systemField('__item', 'REF_ITEM', 'Element')

/**
 * Separates the variables of a start from the system fields. Clients with fixed types send every field of an instance.
 * Only non-empty values of `__item`, `__target` and `__createdBy` are used; other system fields are ignored.
 */
export function readRunInput(context: Readonly<Record<string, unknown>>): RunInput {
  const { __item, __target, __createdBy } = context
  const item = isEmptyItem(__item) ? undefined : readItem(__item)
  const target = readTarget(__target)
  return {
    variables: Object.fromEntries(Object.entries(context).filter(([key]) => !isSystemKey(key))),
    ...(item && { item }),
    ...(target !== undefined && { target }),
    ...(isUuid(__createdBy) && __createdBy !== nilId && { createdBy: __createdBy.toLowerCase() }),
  }
}

/** Returns whether a key of a context is a system field of instances. */
export function isSystemKey(key: string): boolean {
  return (key.startsWith('__') && key !== '__proto__') || key === 'cross_instance'
}

function readItem(value: unknown): ElementReference {
  if (isUuid(value)) {
    const message = `"__item" must be one object such as {"id": "${value}", "code": "contracts", "namespace": "docs"}, not an id alone`
    throw startWrongSystemField(message, { field: '__item' })
  }
  const items = itemField.type.read(value, itemField) as unknown as readonly ElementReference[]
  return items[0]!
}

function isEmptyItem(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.values(value).every((part) => part === '' || part === null || part === nilId)
}

function readTarget(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' || value.length > maxTargetChars || !value.isWellFormed() || value.includes('\0')) {
    throw startWrongSystemField(`"__target" must be a string of at most ${maxTargetChars} characters`, {
      field: '__target',
    })
  }
  return value
}
