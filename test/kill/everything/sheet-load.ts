import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '../api-client.ts'
import { fileRequests } from '../files/file-requests.ts'
import { createRequests, type Request } from '../requests.ts'
import { judgeSheet, type Respondent } from './judge-sheet.ts'
import { type Load, type LoadOptions, repeatUntilStopped } from './load.ts'

const clients = 2
const respondents = 3
const pauseMs = 10
const bytes = Buffer.from('the text of a document')

/** Creates documents with a file, starts an approval of each, and answers as all respondents at the same time. */
export async function sheetLoad({ cluster }: LoadOptions): Promise<Load> {
  const { call } = cluster
  const requests = createRequests()
  const files = fileRequests(cluster.nextUrl)
  const people: Respondent[] = []
  for (let at = 0; at < respondents; at++) people.push(await aRespondent(call, `storm-${at}`))
  const stages = [{ respondents: people.map(({ id }) => ({ type: 'user', id })) }]

  async function approveOne(): Promise<void> {
    const hash = randomUUID()
    const upload = await files
      .upload(`/pub/v1/disk/file/upload?hash=${hash}`, 'document.txt', bytes)
      .catch(() => undefined)
    if (upload?.status !== 200) return void (await sleep(200))
    const context = { mark: hash, files: [{ name: 'document.txt', hash }] }
    const path = '/pub/v1/app/storm/documents/create'
    const document = await requests.send(call, { kind: 'document', subject: hash, path, body: { context } })
    const elementId: string | undefined = document.answer?.body.item?.__id
    if (elementId === undefined) return
    const body = { type: 'approval', namespace: 'storm', code: 'documents', elementId, stages }
    const sheet = await requests.send(call, { kind: 'sheet', subject: elementId, path: '/api/v1/sheets', body })
    if (sheet.outcome === 'acked') await answerAll(sheet)
    await sleep(pauseMs)
  }

  async function answerAll({ answer }: Request): Promise<void> {
    const { id } = answer!.body.sheet
    const path = `/api/v1/sheets/${id}/respond`
    await Promise.all(
      people.map(({ token }) =>
        requests.send(call, { kind: 'answer', subject: id, path, body: { answer: 'approved' }, token }),
      ),
    )
  }

  async function read(path: string) {
    const { status, body } = await call('GET', path)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  const of = (kind: Request['kind']): readonly Request[] =>
    requests.all().filter((one) => one.kind === kind && one.outcome === 'acked')
  return {
    start: () => repeatUntilStopped(Array.from({ length: clients }, () => approveOne)),
    acked: requests.acked,
    async settle() {
      const problems = await requests.repeatInDoubt(call)
      const answered = new Set(requests.all().flatMap(({ kind, subject }) => (kind === 'answer' ? [subject] : [])))
      for (const sheet of of('sheet')) if (!answered.has(sheet.answer!.body.sheet.id)) await answerAll(sheet)
      problems.push(...(await requests.repeatInDoubt(call)))
      for (const { subject, answer } of of('sheet')) {
        const list = await read(`/api/v1/elements/storm/documents/${subject}/sheets`)
        const sheets = await Promise.all(
          list.result.result.map(({ __id }: { __id: string }) => read(`/api/v1/sheets/${__id}`)),
        )
        const seen = sheets.map(({ sheet }) => sheet)
        problems.push(...judgeSheet(answer!.body.sheet.id, seen, people))
      }
      return problems
    },
    judge: async () => [],
  }
}

async function aRespondent(call: Call, login: string): Promise<Respondent> {
  const user = await call('POST', '/api/v1/users', { login, email: `${login}@example.com` })
  const token = await call('POST', '/api/v1/tokens', { name: 'storm', login })
  if (token.status !== 200) throw new Error(`no token: ${JSON.stringify([user.body, token.body])}`)
  return { id: user.body.id, token: token.body.token }
}
