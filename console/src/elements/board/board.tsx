import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { useTopic } from '../../api/live-updates.ts'
import { keys } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { IconButton } from '../../ui/buttons.tsx'
import { ListIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { Application, Element } from '../application.ts'
import { ElementPane } from '../list/element-pane.tsx'
import { useListState } from '../list/list-state.ts'
import { ListToolbar } from '../list/list-toolbar.tsx'
import { useNamespaceName } from '../namespace-name.ts'
import { useCapabilities } from '../status/element-status.tsx'
import { obstacleText } from '../status/obstacle.ts'
import { useAskStatus, useSetStatus } from '../status/use-set-status.ts'
import css from './board.module.css'
import { BoardColumn } from './board-column.tsx'

/** The elements of an application in a column for each status. A drop, or Shift and an arrow, sets the status. */
export function Board({ schema }: { schema: Application }) {
  const { t } = useI18n()
  const state = useListState()
  useTopic(`application:${schema.namespace}.${schema.code}`, [keys.elements(schema)])
  const [dragged, setDragged] = useState<Element>()
  const { data: capabilities } = useCapabilities(schema, dragged?.__id ?? '', dragged !== undefined)
  const setStatus = useSetStatus(schema)
  const isSure = useAskStatus(schema)
  const { namespace, code } = schema
  const moving = useRef(new Set<string>())
  // A move that can be undone is made at once; before any other move, the user is asked.
  const setOrAsk = async (element: Element, from: string, to: string) => {
    const id = element.__id
    // The end of a drag cancels the query for the capabilities of the dragged element, so they are requested
    // separately here.
    const found = await call('getElementCapabilities', { params: { namespace, code, id } }).catch(() => undefined)
    const status = found?.statuses.find((each) => each.code === to)
    const obstacle = obstacleText(t, schema, status, from)
    if (obstacle !== undefined) return toast({ text: obstacle, tone: 'danger' })
    const isReversible = status?.isReversible === true
    if (isReversible || (await isSure(element, to))) setStatus.mutate({ id, from, to, isReversible })
  }
  const move = async (element: Element, to: string) => {
    setDragged(undefined)
    const from = String(element.__statusCode ?? '')
    if (from === to || moving.current.has(element.__id)) return
    moving.current.add(element.__id)
    await setOrAsk(element, from, to)
    moving.current.delete(element.__id)
  }
  return (
    <Page
      title={schema.name}
      above={useNamespaceName(schema.namespace)}
      isFlush
      actions={<BoardActions />}
      toolbar={<ListToolbar schema={schema} hasStatuses={false} />}
      footer={<span>{t('elements.boardHint')}</span>}
      pane={
        state.open && (
          <ElementPane
            key={state.open}
            schema={schema}
            id={state.open}
            onClose={() => state.change({ open: undefined, tab: undefined }, true)}
          />
        )
      }
    >
      <div className={css.board}>
        {schema.statuses.map((status) => {
          const allowed = capabilities?.statuses.find(({ code }) => code === status.code)
          const isOwn = dragged?.__statusCode === status.code
          return (
            <BoardColumn
              key={status.code}
              schema={schema}
              status={status}
              dragged={dragged}
              refusal={isOwn ? undefined : obstacleText(t, schema, allowed, String(dragged?.__statusCode ?? ''))}
              onDrag={setDragged}
              onMove={(element, to) => void move(element, to)}
            />
          )
        })}
      </div>
    </Page>
  )
}

/** The search, and the way back to the list. */
function BoardActions() {
  const { t } = useI18n()
  const { q = '', filter, change } = useListState()
  return (
    <>
      <SearchBox value={q} onChange={(text) => filter({ q: text || undefined })} />
      <IconButton label={t('elements.list')} onClick={() => change({ view: undefined, open: undefined })}>
        <ListIcon />
      </IconButton>
    </>
  )
}
