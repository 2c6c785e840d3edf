import { useUserNames } from '../../../api/names.ts'
import { type EditorProps, inputProps } from '../../editor.ts'
import { namedEntries } from '../../named-entries.ts'
import { UserSelect } from '../../user-select.tsx'

/** A search box for users. */
export function UserEditor(props: EditorProps) {
  const { field, value, onChange } = props
  const entries = namedEntries(value)
  const names = useUserNames(entries.filter(({ __name }) => __name === null).map(({ __id }) => __id))
  return (
    <UserSelect
      input={inputProps(props)}
      selected={entries.map(({ __id, __name }) => ({ id: __id, name: __name ?? names.get(__id) ?? '…' }))}
      onSelect={(chosen) =>
        onChange(chosen.length > 0 ? chosen.map(({ id, name }) => ({ __id: id, __name: name })) : null)
      }
      isMultiple={field.array}
    />
  )
}
