import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { workspaceQuery } from '../api/workspace.ts'
import { codeFromName } from '../designer/code-from-name.ts'
import { useI18n } from '../i18n/index.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Page } from '../ui/page.tsx'
import { templatesQuery } from './queries.ts'

const validCode = /^[a-z][\w-]{0,99}$/i

/**
 * Asks for the name of a new process and the namespace or application to which it belongs, and opens the process in the
 * modeler. The code is derived from the name and can be changed.
 */
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
  const [name, setName] = useState('')
  const [typed, setTyped] = useState<string>()
  const [isTried, setTried] = useState(false)
  const [isCodeAsked, setCodeAsked] = useState(false)
  const { data: templates = [] } = useQuery(templatesQuery)
  const taken = templates.filter((template) => template.namespace === namespace).map((template) => template.code)
  const code = typed ?? codeFromName(name, taken)
  const isTaken = taken.some((each) => each.toLowerCase() === code.toLowerCase())
  const problem = !validCode.test(code) ? 'processes.mCodeWrong' : isTaken ? 'processes.mCodeTaken' : undefined
  const create = name.trim()
  const open = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (create === '') return
    if (problem) setCodeAsked(true)
    else void navigate({ to: '/processes/$namespace/$code/edit', params: { namespace, code }, search: { create } })
  }
  return (
    <Page title={t('processes.newProcess')} above={t('app.processes')}>
      <form onSubmit={open} noValidate style={{ display: 'grid', gap: 16, maxWidth: 420 }}>
        <TextInput
          label={t('processes.mProcessName')}
          value={name}
          required
          error={isTried && create === '' && t('fields.required')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('processes.mPlace')}
          value={namespace}
          data={places}
          onChange={(event) => setNamespace(event.currentTarget.value)}
        />
        <Disclosure
          key={String(isCodeAsked)}
          isOpenAtFirst={isCodeAsked}
          summary={t('processes.mCodeShown', { code: code || '—' })}
        >
          <TextInput
            label={t('processes.mCode')}
            description={t('processes.mCodeHint')}
            value={code}
            required
            spellCheck={false}
            autoComplete="off"
            error={isCodeAsked && problem && t(problem)}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Disclosure>
        <div>
          <Button type="submit">{t('processes.mDraw')}</Button>
        </div>
      </form>
    </Page>
  )
}
