import { useEffect, useMemo, useState } from 'react'
import { useTopic } from '../../api/live-updates.ts'
import { keys } from '../../api/query-keys.ts'
import { typeOf } from '../../fields/field-types.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { useI18n } from '../../i18n/index.tsx'
import type { Column } from '../../ui/column.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { Application, Element } from '../application.ts'
import { titleOf } from '../field-title.ts'
import { useNamespaceName } from '../namespace-name.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ElementPane } from './element-pane.tsx'
import { ListActions } from './list-actions.tsx'
import { ListEmpty } from './list-empty.tsx'
import { readFilters, sortOf, useListState } from './list-state.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { useAnnulled } from './use-annulled.ts'
import { useElements } from './use-elements.ts'

/** The list of elements with filters, columns, selection and the pane of the open element. */
export function ElementList({ schema }: { schema: Application }) {
  const { t } = useI18n()
  const state = useListState()
  const { query, columns: codes } = useElements(schema, state)
  const columns = useColumns(schema, codes, useAnnulled(schema, query.data?.result))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  useDroppedFilters(schema)
  useTopic(`application:${schema.namespace}.${schema.code}`, [keys.elements(schema)])
  const { data } = query
  const close = () => state.change({ open: undefined, tab: undefined }, true)
  const sort = sortOf(state, schema)
  return (
    <ListPage
      title={schema.name}
      above={useNamespaceName(schema.namespace)}
      beside={data && t('elements.count', { count: data.total })}
      actions={<ListActions schema={schema} columns={codes} />}
      toolbar={
        selected.size > 0 ? (
          <BulkBar
            schema={schema}
            selected={selected}
            rows={data?.result ?? []}
            onDone={() => setSelected(new Set())}
          />
        ) : (
          <ListToolbar schema={schema} />
        )
      }
      footer={
        <>
          <span>{t('ui.tableHint')}</span>
          <Pager
            page={state.page}
            size={state.size}
            total={data?.total ?? 0}
            onPage={(page) => state.change({ page: page === 1 ? undefined : page })}
            onSize={(size) => state.filter({ size })}
          />
        </>
      }
      pane={state.open && <ElementPane key={state.open} schema={schema} id={state.open} onClose={close} />}
      query={query}
      columns={columns}
      rows={data?.result}
      rowKey={idOf}
      sort={{ key: sort.replace(/^-/, ''), isAscending: !sort.startsWith('-') }}
      onSort={({ key, isAscending }) => state.filter({ sort: isAscending ? key : `-${key}` })}
      openKey={state.open}
      onOpen={({ __id }) => state.change({ open: __id }, state.open !== undefined)}
      selection={{ keys: selected, onChange: setSelected }}
      nothing={<ListEmpty schema={schema} />}
    />
  )
}

const idOf = ({ __id }: Element): string => __id

function useColumns(
  schema: Application,
  codes: readonly string[],
  annulled: ReadonlySet<string>,
): readonly Column<Element>[] {
  const { t } = useI18n()
  return useMemo(
    () =>
      codes.flatMap((code) => {
        const field = schema.fields.find((each) => each.code === code)
        if (!field) return []
        const { align, isSortable } = typeOf(field)
        return {
          key: code,
          title: titleOf(field, t),
          isMain: code === '__name',
          isSortable,
          align,
          render: (row: Element) => {
            const value = <FieldValue field={field} value={row[code]} isInList />
            if (code !== '__name' || !annulled.has(row.__id)) return value
            return (
              <>
                <StatusChip>{t('elements.annulled')}</StatusChip> {value}
              </>
            )
          },
        }
      }),
    [schema, codes, annulled, t],
  )
}

/** Removes filters that cannot be read, or whose field no longer exists, from the address and says so. */
function useDroppedFilters(schema: Application): void {
  const { t } = useI18n()
  const state = useListState()
  const { f = [] } = state
  const { dropped } = readFilters(f, schema)
  useEffect(() => {
    if (dropped.length === 0) return
    toast({ text: t('elements.droppedFilters', { filters: dropped.join(', ') }) })
    const kept = f.filter((text) => !dropped.includes(text))
    state.change({ f: kept.length > 0 ? kept : undefined }, true)
  }, [dropped, f, state, t])
}
