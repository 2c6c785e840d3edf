import type { Field } from './field-type.ts'
import { typeOf } from './field-types.ts'
import { isEmpty } from './is-empty.ts'

/** The value of a field, in one line of a list or in full. An empty value is nothing in a list and a dash elsewhere. */
export function FieldValue(props: { field: Field; value: unknown; isInList?: boolean }) {
  const { field, value, isInList = false } = props
  if (isEmpty(value)) return isInList ? null : <span style={{ color: 'var(--muted)' }}>—</span>
  const { Show } = typeOf(field)
  return <Show value={value} field={field} isInList={isInList} renderCell={renderCell} />
}

const renderCell = (field: Field, value: unknown) => <FieldValue field={field} value={value} isInList />
