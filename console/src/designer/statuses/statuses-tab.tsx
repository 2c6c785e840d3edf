import { useI18n } from '../../i18n/index.tsx'
import { ListIcon } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Tag } from '../../ui/status-chip.tsx'
import { CodeNameRows } from '../code-name-rows.tsx'
import { listed, type StatusEntry } from '../definition.ts'
import { useDesign } from '../design-context.ts'
import css from '../designer.module.css'
import { moved, removed, replaced } from '../entries.ts'
import { EntryList } from '../entry-list.tsx'
import { useNameText } from '../use-name-text.ts'
import { StatusEditor } from './status-editor.tsx'

/** The statuses in their order; new elements have the first status. */
export function StatusesTab(props: { open: number | undefined; onOpen: (index: number | undefined) => void }) {
  const { open, onOpen } = props
  const { t } = useI18n()
  const textOf = useNameText()
  const { definition, deployed, change, hasProblem } = useDesign()
  const statuses = definition.statuses ?? []
  const current = open === undefined ? undefined : statuses[open]
  const set = (next: readonly StatusEntry[], what?: string) => change({ statuses: listed(next) }, what)
  const move = (from: number, to: number) => {
    const next = moved(statuses, from, to)
    if (next === statuses) return
    set(next)
    if (open === from) onOpen(to)
  }
  const remove = (index: number) => {
    const gone = statuses[index]!.code
    set(removed(statuses, index).map((each) => withoutNext(each, gone)))
    onOpen(undefined)
  }
  return (
    <div className={css.columns}>
      <div className={css.list}>
        <EntryList
          label={t('designers.statuses')}
          entries={statuses.map((entry, index) => ({
            key: entry.code || `${index}`,
            title: textOf(entry.name) || t('designers.newStatus'),
            hint: entry.code,
            marks: (
              <>
                {index === 0 && <Tag>{t('designers.initial')}</Tag>}
                {entry.final && <Tag>{t('designers.final')}</Tag>}
              </>
            ),
            isChanged:
              JSON.stringify(entry) !==
              JSON.stringify(deployed?.statuses?.find(({ code }) => code === entry.code) ?? null),
            hasProblem: hasProblem(`statuses[${index}]`),
          }))}
          open={open}
          onOpen={onOpen}
          onMove={move}
          addLabel={t('designers.addStatus')}
          onAdd={() => {
            set([...statuses, { code: '', name: '' }])
            onOpen(statuses.length)
          }}
        />
        <StatusGroups />
      </div>
      {current && open !== undefined ? (
        <StatusEditor
          key={open}
          index={open}
          entry={current}
          onChange={(entry) =>
            set(renamed(replaced(statuses, open, entry), current.code, entry.code), `status ${open}`)
          }
          onMove={(to) => move(open, to)}
          onRemove={() => remove(open)}
        />
      ) : (
        <EmptyState
          icon={<ListIcon size={28} />}
          title={t(statuses.length === 0 ? 'designers.noStatuses' : 'designers.chooseStatus')}
          text={t('designers.statusesText')}
        />
      )}
    </div>
  )
}

const withoutNext = (entry: StatusEntry, code: string): StatusEntry =>
  entry.next?.includes(code) ? { ...entry, next: entry.next.filter((each) => each !== code) } : entry

/** Returns the statuses after the code of a status has changed. */
const renamed = (statuses: readonly StatusEntry[], from: string, to: string): readonly StatusEntry[] =>
  from === to || from === ''
    ? statuses
    : statuses.map((each) =>
        each.next?.includes(from) ? { ...each, next: each.next.map((code) => (code === from ? to : code)) } : each,
      )

/** The groups of statuses; an element has one status, which belongs to one of the groups. */
function StatusGroups() {
  const { t } = useI18n()
  const { definition, deployed, change } = useDesign()
  return (
    <CodeNameRows
      label={t('designers.statusGroups')}
      addLabel={t('designers.addStatusGroup')}
      rows={definition.statusGroups ?? []}
      path="statusGroups"
      deployed={deployed?.statusGroups?.map(({ code }) => code) ?? []}
      onChange={(groups) => change({ statusGroups: listed(groups) }, 'status groups')}
    />
  )
}
