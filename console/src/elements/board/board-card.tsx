import type { KeyboardEvent } from 'react'
import type { Field } from '../../fields/field-type.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { isEmpty } from '../../fields/is-empty.ts'
import type { Application, Element } from '../application.ts'
import { candidateColumns } from '../list/columns.ts'
import css from './board.module.css'

const shownCount = 3

/** Returns the application's own fields on the tile; an empty list when the application describes no tile. */
const tileFields = ({ forms, fields }: Application): readonly Field[] =>
  forms.tile.fields.flatMap(({ code }) => fields.find((field) => field.code === code && !field.system) ?? [])

/** Returns the fields that cards can show: the fields of the tile, or by default the first fields with short values. */
export function cardFields(schema: Application): readonly Field[] {
  const described = tileFields(schema)
  if (described.length > 0) return described
  const codes = candidateColumns(schema)
  return schema.fields.filter(({ code }) => codes.includes(code))
}

/** An element on the board: its name and the values of its tile, or up to three values. */
export function BoardCard(props: {
  schema: Application
  element: Element
  onDrag: (element: Element | undefined) => void
  onKeyDown: (event: KeyboardEvent) => void
  onOpen: () => void
}) {
  const { schema, element, onDrag, onKeyDown, onOpen } = props
  const shown = cardFields(schema)
    .filter(({ code }) => !isEmpty(element[code]))
    .slice(0, tileFields(schema).length || shownCount)
  return (
    <li draggable onDragStart={() => onDrag(element)} onDragEnd={() => onDrag(undefined)} className={css.card}>
      <button type="button" onClick={onOpen} onKeyDown={onKeyDown} aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight">
        <b>{String(element.__name ?? '')}</b>
        {shown.map((field) => (
          <span key={field.code}>
            <FieldValue field={field} value={element[field.code]} isInList />
          </span>
        ))}
      </button>
    </li>
  )
}
