import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { workspaceQuery } from '../api/workspace.ts'
import { useI18n } from '../i18n/index.tsx'
import { Page } from '../ui/page.tsx'

const validCode = /^[a-z][\w-]{0,99}$/i

/** Asks for the namespace or application and the code of a new process, and opens the process in the modeler. */
export function NewProcessPage() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { data: workspace } = useSuspenseQuery(workspaceQuery)
  const places = workspace.namespaces.flatMap(({ code, name, applications }) => [
    { value: code, label: name },
    ...applications.map((application) => ({
      value: `${code}.${application.code}`,
      label: `${name} / ${application.name}`,
    })),
  ])
  const [namespace, setNamespace] = useState(places[0]?.value ?? '')
  const [code, setCode] = useState('')
  const [isWrong, setWrong] = useState(false)
  const open = (event: FormEvent) => {
    event.preventDefault()
    if (validCode.test(code)) void navigate({ to: '/processes/$namespace/$code/edit', params: { namespace, code } })
    else setWrong(true)
  }
  return (
    <Page title={t('processes.newProcess')} above={t('app.processes')}>
      <form onSubmit={open} style={{ display: 'grid', gap: 16, maxWidth: 420 }}>
        <NativeSelect
          label={t('processes.mPlace')}
          value={namespace}
          data={places}
          onChange={(event) => setNamespace(event.currentTarget.value)}
        />
        <TextInput
          label={t('processes.mCode')}
          description={t('processes.mCodeHint')}
          value={code}
          required
          error={isWrong && t('processes.mCodeWrong')}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            setWrong(false)
          }}
        />
        <div>
          <Button type="submit">{t('processes.mDraw')}</Button>
        </div>
      </form>
    </Page>
  )
}
