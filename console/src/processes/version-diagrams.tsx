import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { QueryView } from '../ui/states.tsx'
import { ChangeList } from './change-list.tsx'
import { Diagram } from './diagram/diagram.tsx'
import { difference, differenceMarks } from './diagram/difference.ts'
import type { Model } from './diagram/model.ts'
import { modelQuery, type Template } from './queries.ts'
import css from './split.module.css'

const route = getRouteApi('/shell/processes/$namespace/$code/versions/$version')

interface Loaded {
  readonly xml: string
  readonly model: Model
}

/** The diagram of a version, or both diagrams of a difference with the list of what changed. */
export function VersionDiagrams(props: {
  template: Template
  version: number
  loaded: Loaded
  compare: number | undefined
}) {
  const { template, version, loaded, compare } = props
  const { element } = route.useSearch()
  const select = useSelect()
  const { namespace, code, name } = template
  const other = useQuery({ ...modelQuery(namespace, code, compare ?? version), enabled: compare !== undefined })
  if (compare === undefined)
    return (
      <div className={css.split}>
        <div className={css.drawing}>
          <Diagram label={name} xml={loaded.xml} selected={element} onSelect={select} />
        </div>
      </div>
    )
  return (
    <QueryView query={other}>
      {(found) => {
        const isOlder = compare < version
        const [before, after] = isOlder ? [found, loaded] : [loaded, found]
        const [from, to] = isOlder ? [compare, version] : [version, compare]
        return <Comparison before={before} after={after} from={from} to={to} />
      }}
    </QueryView>
  )
}

function useSelect() {
  const navigate = route.useNavigate()
  return (id: string | undefined) => navigate({ search: (now) => ({ ...now, element: id }), replace: true })
}

function Comparison(props: { before: Loaded; after: Loaded; from: number; to: number }) {
  const { before, after, from, to } = props
  const { t } = useI18n()
  const { element } = route.useSearch()
  const select = useSelect()
  const changes = useMemo(() => difference(before.model, after.model), [before, after])
  const marks = useMemo(
    () =>
      differenceMarks(changes, {
        added: t('processes.added'),
        removed: t('processes.removed'),
        changed: t('processes.changed'),
      }),
    [changes, t],
  )
  const versions = [
    { version: from, ...before },
    { version: to, ...after },
  ]
  return (
    <div className={css.split}>
      <div className={css.pair}>
        {versions.map(({ version, xml }) => {
          const label = t('processes.versionNumber', { version: String(version) })
          return (
            <div key={version} className={css.drawing}>
              <div className={css.views}>
                <b>{label}</b>
              </div>
              <Diagram label={label} xml={xml} marks={marks} selected={element} onSelect={select} />
            </div>
          )
        })}
      </div>
      <section className={css.panel} aria-label={t('processes.difference')}>
        <ChangeList changes={changes} selected={element} onSelect={select} />
      </section>
    </div>
  )
}
