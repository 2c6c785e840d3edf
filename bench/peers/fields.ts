import { recordTemplate } from '../record.ts'

/** The collection that stands for the application `bench/records`. */
export const collection = 'records'

/** A column of the collection. */
export interface PeerField {
  readonly field: string
  /** The type of the field in Directus. */
  readonly type: 'uuid' | 'string' | 'text' | 'float' | 'integer' | 'boolean' | 'timestamp' | 'json'
  readonly maxLength?: number
  readonly isRequired?: true
  readonly isUnique?: true
  readonly isIndexed?: true
  readonly defaultValue?: string | boolean
  /** What Directus does with the value, in addition to the conversions of the type. */
  readonly special?: string
}

const string = (field: string, maxLength: number, more: Partial<PeerField> = {}): PeerField => ({
  ...{ field, type: 'string', maxLength },
  ...more,
})

/**
 * The columns: the system columns that Chancery keeps for an element, and the 26 fields of the application, in its
 * order. A category of one value is a text; structures are JSON, as they are in an application.
 */
export const fields: readonly PeerField[] = [
  { field: 'id', type: 'uuid', special: 'uuid' },
  string('status', 40, { isIndexed: true, defaultValue: '1' }),
  { field: 'created_at', type: 'timestamp', isIndexed: true, special: 'date-created' },
  { field: 'created_by', type: 'uuid', special: 'user-created' },
  { field: 'updated_at', type: 'timestamp', special: 'date-updated' },
  { field: 'updated_by', type: 'uuid', special: 'user-updated' },
  string('code', 40, { isRequired: true, isUnique: true }),
  string('title', 200, { isRequired: true }),
  { field: 'summary', type: 'text' },
  string('note', 400),
  string('city', 100),
  string('street', 200),
  string('contract', 60),
  string('barcode', 20),
  { field: 'amount', type: 'float', isIndexed: true },
  { field: 'quantity', type: 'integer', isIndexed: true },
  { field: 'weight', type: 'float' },
  { field: 'rating', type: 'float' },
  { field: 'paid', type: 'boolean', defaultValue: false },
  { field: 'urgent', type: 'boolean', defaultValue: false },
  { field: 'due', type: 'timestamp', isIndexed: true },
  { field: 'started', type: 'timestamp' },
  { field: 'finished', type: 'timestamp' },
  string('category', 40),
  { field: 'channel', type: 'json' },
  { field: 'price', type: 'json' },
  { field: 'phone', type: 'json' },
  { field: 'email', type: 'json' },
  { field: 'person', type: 'json' },
  string('site', 255),
  { field: 'owner', type: 'uuid', isIndexed: true },
  { field: 'extra', type: 'json' },
]

/** Returns the body of the request that creates the collection. */
export function collectionBody(): object {
  return {
    collection,
    meta: {},
    schema: {},
    fields: fields.map(({ field, type, maxLength, isRequired, isUnique, defaultValue, special }) => ({
      field,
      type,
      meta: special || conversions[type] ? { special: [special ?? conversions[type]] } : {},
      schema: {
        ...(field === 'id' && { is_primary_key: true, has_auto_increment: false }),
        ...(maxLength && { max_length: maxLength }),
        ...(isRequired && { is_nullable: false }),
        ...(isUnique && { is_unique: true }),
        ...(defaultValue !== undefined && { default_value: defaultValue }),
      },
    })),
  }
}

const conversions: Partial<Record<PeerField['type'], string>> = { boolean: 'cast-boolean', json: 'cast-json' }

/** The types of the columns in PostgreSQL, as Directus creates them. */
export const columnTypes: Readonly<Record<PeerField['type'], string>> = {
  uuid: 'uuid',
  string: 'text',
  text: 'text',
  float: 'real',
  integer: 'integer',
  boolean: 'boolean',
  timestamp: 'timestamptz',
  json: 'json',
}

/** Returns a new record as `recordTemplate` has it, with the category as the text that the collection stores. */
export function directusTemplate(): string {
  const record = JSON.parse(recordTemplate)
  return JSON.stringify({ ...record, category: record.category[0].code })
}
