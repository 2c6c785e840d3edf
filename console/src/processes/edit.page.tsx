import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { keys } from '../api/query-keys.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { escaped } from './diagram/names.ts'
import { Editor } from './modeler/editor.tsx'
import { fileQuery, type Template, templateQuery } from './queries.ts'

const route = getRouteApi('/shell/processes/$namespace/$code/edit')
const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** The modeler with the draft of a process, or its newest version when there is no draft, or a new process. */
export function EditPage() {
  const { namespace, code } = route.useParams()
  const { create } = route.useSearch()
  const template = useQuery({ ...templateQuery(namespace, code), retry: false })
  const draft = useQuery({
    queryKey: keys.processDraft(namespace, code),
    queryFn: async ({ signal }) => (await call('getProcessDraft', { params: { namespace, code }, signal })).draft,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const error = draft.error ?? (isMissing(template.error) ? null : template.error)
  if (error) return <ErrorState error={error} onRetry={() => Promise.all([template.refetch(), draft.refetch()])} />
  if (template.isPending || draft.isPending) return <Skeleton />
  if (template.data)
    return <EditVersion namespace={namespace} code={code} template={template.data} draft={draft.data} />
  return (
    <Editor
      namespace={namespace}
      code={code}
      name={create}
      xml={draft.data?.xml ?? newFile(code, create)}
      revision={draft.data?.revision ?? 0}
    />
  )
}

function EditVersion(props: {
  namespace: string
  code: string
  template: Template
  draft: { readonly xml: string; readonly revision: number } | null | undefined
}) {
  const { namespace, code, template, draft } = props
  const published = useQuery(fileQuery(namespace, code, template.version))
  if (published.error) return <ErrorState error={published.error} onRetry={published.refetch} />
  if (published.data === undefined) return <Skeleton />
  return (
    <Editor
      namespace={namespace}
      code={code}
      template={template}
      published={published.data}
      xml={draft?.xml ?? published.data.xml}
      revision={draft?.revision ?? 0}
    />
  )
}

/** Returns the BPMN file of a new process, which contains only a start event. */
function newFile(code: string, name?: string): string {
  const id = code.replace(/[^\w.-]/g, '_')
  const named = name === undefined ? '' : ` name="${escaped(name)}"`
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:chancery="urn:chancery:bpmn:1" targetNamespace="urn:chancery:processes">
  <bpmn:process id="${id}"${named} isExecutable="true">
    <bpmn:startEvent id="start" />
  </bpmn:process>
  <bpmndi:BPMNDiagram id="diagram">
    <bpmndi:BPMNPlane id="plane" bpmnElement="${id}">
      <bpmndi:BPMNShape id="start_shape" bpmnElement="start">
        <dc:Bounds x="160" y="160" width="36" height="36" />
      </bpmndi:BPMNShape>
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</bpmn:definitions>
`
}
