import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Operations } from '../api/operations.ts'
import { keys } from '../api/query-keys.ts'
import { readModel } from './diagram/model.ts'
import { withNamesIn } from './diagram/names.ts'

export type Template = Operations['getProcessTemplate']['result']['process']
export type Version = Operations['listProcessVersions']['result']['versions'][number]
export type Instance = Operations['describeInstance']['result']['instance']
export type Statistics = Operations['getProcessStatistics']['result']

/** Interval in ms for reading data that changes without an action of the user. */
export const pollMs = 15_000

export const templatesQuery = queryOptions({
  queryKey: keys.processes(),
  queryFn: async ({ signal }) => (await call('listProcessTemplates', { signal })).processes,
  refetchInterval: pollMs,
})

export const templateQuery = (namespace: string, code: string) =>
  queryOptions({
    queryKey: keys.processes(namespace, code),
    queryFn: async ({ signal }) => (await call('getProcessTemplate', { params: { namespace, code }, signal })).process,
  })

export const versionsQuery = (namespace: string, code: string) =>
  queryOptions({
    queryKey: keys.processes(namespace, code, 'versions'),
    queryFn: async ({ signal }) =>
      (await call('listProcessVersions', { params: { namespace, code }, signal })).versions,
  })

/** The BPMN file of a version, parsed, with names in the language of the user. A version never changes. */
export const modelQuery = (namespace: string, code: string, version: number) =>
  queryOptions({
    queryKey: keys.bpmn(namespace, code, version, 'shown'),
    queryFn: async ({ signal, client }) => {
      const params = { namespace, code, version: String(version) }
      const file = call('getProcessBpmn', { params, signal }).then((blob) => blob.arrayBuffer())
      // A stale template is read again, because its texts change with the language of the user. Users who can see
      // only one instance of a process cannot see the template and its translations.
      const { texts } = await client.fetchQuery(templateQuery(namespace, code)).catch(() => ({ texts: {} }))
      const xml = withNamesIn(texts, decodeXml(await file))
      return { xml, model: readModel(xml) }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The BPMN file of a version as it was published, for the modeler. */
export const fileQuery = (namespace: string, code: string, version: number) =>
  queryOptions({
    queryKey: keys.bpmn(namespace, code, version),
    queryFn: async ({ signal }) => {
      const params = { namespace, code, version: String(version) }
      const xml = decodeXml(await (await call('getProcessBpmn', { params, signal })).arrayBuffer())
      return { xml, model: readModel(xml) }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Statistics of each element of a process, over all versions or for one version. */
export const statisticsQuery = (namespace: string, code: string, version?: number) =>
  queryOptions({
    queryKey: keys.processes(namespace, code, 'statistics', version),
    queryFn: ({ signal }) =>
      call('getProcessStatistics', { params: { namespace, code }, query: version ? { version } : {}, signal }),
    placeholderData: keepPreviousData,
  })

export const instanceQuery = (id: string) =>
  queryOptions({
    queryKey: keys.instance(id),
    queryFn: async ({ signal }) => (await call('describeInstance', { params: { id }, signal })).instance,
  })

/** Maximum number of advances that the timeline of an instance shows. */
export const maxAdvances = 1000

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: keys.instance(id, 'history'),
    queryFn: async ({ signal }) =>
      (await call('listInstanceHistory', { params: { id }, query: { size: maxAdvances }, signal })).result,
  })

export const hasEnded = ({ state }: Pick<Instance, 'state'>): boolean => state === 'done' || state === 'cancel'

/** The start form of a process: its variables as fields, in the language of the user. */
export const schemeQuery = (namespace: string, code: string) =>
  queryOptions({
    queryKey: keys.processes(namespace, code, 'scheme'),
    queryFn: async ({ signal }) => (await call('getProcess', { params: { namespace, code }, signal })).process,
  })

/** Decodes an XML file in the encoding that its declaration names; UTF-8 by default. */
function decodeXml(bytes: ArrayBuffer): string {
  const head = new TextDecoder('latin1').decode(bytes.slice(0, 200))
  const encoding = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1] ?? 'utf-8'
  return decoderOf(encoding).decode(bytes)
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding)
  } catch {
    return new TextDecoder()
  }
}
