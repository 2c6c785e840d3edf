import { Button, NativeSelect } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { workspaceQuery } from '../../api/workspace.ts'
import { codeFromName } from '../../designer/code-from-name.ts'
import { CodeInput } from '../../designer/code-input.tsx'
import { solutionsQuery } from '../../designer/design-queries.ts'
import css from '../../designer/designer.module.css'
import { NameInput } from '../../designer/name-input.tsx'
import { useI18n } from '../../i18n/index.tsx'
import { ApplicationIcon } from '../../ui/icons.tsx'
import { EmptyState, QueryView } from '../../ui/states.tsx'
import { AdminPage } from '../area/admin-page.tsx'

const route = getRouteApi('/shell/admin/new-application')
const validCode = /^_?[A-Za-z][A-Za-z0-9_]{0,31}$/

interface Place {
  readonly code: string
  readonly name: string
  readonly solution: string
}

/** Asks for the namespace and the name of a new application, and opens the designer. */
export function NewApplicationPage() {
  const { t } = useI18n()
  const query = useQuery(solutionsQuery)
  return (
    <AdminPage title={t('designers.newApplication')}>
      <QueryView query={query}>
        {(solutions) => {
          const places = solutions.flatMap(({ name: solution, content }) =>
            content.filter(({ type }) => type === 'namespace').map(({ code, name }) => ({ code, name, solution })),
          )
          return places.length > 0 ? (
            <NewApplication places={places} />
          ) : (
            <EmptyState
              icon={<ApplicationIcon size={28} />}
              title={t('designers.noPlaces')}
              text={t('designers.noPlacesText')}
            />
          )
        }}
      </QueryView>
    </AdminPage>
  )
}

function NewApplication({ places }: { places: readonly Place[] }) {
  const { t } = useI18n()
  const given = route.useSearch().namespace
  const navigate = useNavigate()
  const { namespaces } = useSuspenseQuery(workspaceQuery).data
  const [namespace, setNamespace] = useState(places.find(({ code }) => code === given)?.code ?? places[0]!.code)
  const [name, setName] = useState<string>()
  const [typed, setTyped] = useState<string>()
  const [isTried, setTried] = useState(false)
  const taken = namespaces.find(({ code }) => code === namespace)?.applications.map(({ code }) => code) ?? []
  const code = typed ?? codeFromName(name ?? '', taken)
  const isTaken = taken.some((each) => each.toLowerCase() === code.toLowerCase())
  const problem = !validCode.test(code) ? t('designers.codeWrong') : isTaken ? t('designers.codeTaken') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problem !== undefined || !name) return
    void navigate({ to: '/apps/$namespace/$code/design', params: { namespace, code }, search: { create: name } })
  }
  return (
    <form onSubmit={submit} className={css.form} noValidate>
      <NativeSelect
        label={t('designers.namespace')}
        value={namespace}
        data={places.map((place) => ({ value: place.code, label: `${place.name} (${place.solution})` }))}
        onChange={({ currentTarget }) => setNamespace(currentTarget.value)}
      />
      <NameInput
        isRequired
        label={t('designers.applicationName')}
        description={t('designers.applicationNameHint')}
        value={name}
        error={isTried && !name ? t('designers.nameMissing') : undefined}
        onChange={(next) => setName(next as string | undefined)}
      />
      <CodeInput value={code} isDeployed={false} error={isTried ? problem : undefined} onChange={setTyped} />
      <div className={css.buttons}>
        <Button type="submit">{t('designers.begin')}</Button>
      </div>
    </form>
  )
}
