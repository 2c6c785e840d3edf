import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import type { Status } from '../../fields/field-type.ts'
import { useI18n } from '../../i18n/index.tsx'
import { QueryView } from '../../ui/states.tsx'
import { Counter } from '../../ui/status-chip.tsx'
import type { Application, Element } from '../application.ts'
import { requestedFields, useListState } from '../list/list-state.ts'
import { useSelection } from '../list/use-selection.ts'
import css from './board.module.css'
import { BoardCard, cardFields } from './board-card.tsx'

const cardsPerColumn = 50

interface Props {
  readonly schema: Application
  readonly status: Status
  readonly dragged: Element | undefined
  /** Why the dragged element cannot get this status; undefined when it can. */
  readonly refusal: string | undefined
  readonly onDrag: (element: Element | undefined) => void
  readonly onMove: (element: Element, to: string) => void
}

/** The elements of one status, the latest first. Elements of other statuses can be dropped here. */
export function BoardColumn({ schema, status, dragged, refusal, onDrag, onMove }: Props) {
  const { t } = useI18n()
  const state = useListState()
  const [isOver, setOver] = useState(false)
  const { namespace, code } = schema
  const fields = cardFields(schema)
  const body = {
    ...useSelection(schema, { ...state, status: status.code }),
    size: cardsPerColumn,
    fields: requestedFields(
      fields.map((field) => field.code),
      schema,
    ),
  }
  const query = useQuery({
    queryKey: keys.elements(schema, 'page', body),
    queryFn: async ({ signal }) => (await call('listElements', { params: { namespace, code }, body, signal })).result,
    placeholderData: keepPreviousData,
  })
  const isOpen = dragged !== undefined && refusal === undefined
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (isOpen && dragged) onMove(dragged, status.code)
  }
  const onKeyDown = (event: KeyboardEvent, element: Element) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!event.shiftKey || step === undefined) return
    event.preventDefault()
    const index = schema.statuses.findIndex((each) => each.code === status.code)
    const target = schema.statuses[index + step]
    if (target) onMove(element, target.code)
  }
  return (
    <section
      className={css.column}
      aria-label={status.name}
      data-refused={refusal !== undefined || undefined}
      data-over={(isOver && isOpen) || undefined}
      onDragOver={(event) => {
        if (isOpen) event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <h2>
        {status.name} {query.data && <Counter isQuiet>{query.data.total}</Counter>}
      </h2>
      {refusal && <p className={css.reason}>{refusal}</p>}
      <QueryView query={query}>
        {({ result, total }) => (
          <>
            <ul className={css.cards}>
              {result
                // A moved element leaves its column at once.
                .filter((element) => element.__statusCode === status.code)
                .map((element) => (
                  <BoardCard
                    key={element.__id}
                    schema={schema}
                    element={element}
                    onDrag={onDrag}
                    onKeyDown={(event) => onKeyDown(event, element)}
                    onOpen={() => state.change({ open: element.__id }, state.open !== undefined)}
                  />
                ))}
            </ul>
            {total > result.length && (
              <button
                type="button"
                className={css.more}
                onClick={() => state.change({ view: undefined, status: status.code })}
              >
                {t('elements.showAll', { count: total })}
              </button>
            )}
          </>
        )}
      </QueryView>
    </section>
  )
}
