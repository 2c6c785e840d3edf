import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileRequests } from '../files/file-requests.ts'
import { createRequests, type Request } from '../requests.ts'
import { judgeRuns } from './judge-imports.ts'
import { type Load, type LoadOptions, repeatUntilStopped } from './load.ts'
import { storedLines } from './stored-work.store.ts'

/** Number of rows of an import; more than the server writes in one transaction. */
const rows = 1_200
const pauseMs = 100
const ended = new Set(['done', 'error', 'undone'])

/** Imports files one after the other. Each row of a file contains the name of its import. */
export async function importLoad({ cluster, maxDrainMs }: LoadOptions): Promise<Load> {
  const { call } = cluster
  const requests = createRequests()
  const files = fileRequests(cluster.nextUrl)
  const path = '/pub/v1/app/storm/goods/import'

  async function importOne(): Promise<void> {
    const run = randomUUID()
    const lines = Array.from({ length: rows }, (_, at) => `${run},${at + 1}`)
    const csv = Buffer.from(`run,line\n${lines.join('\n')}\n`)
    const upload = await files.upload(`/pub/v1/disk/file/upload?hash=${run}`, 'goods.csv', csv).catch(() => undefined)
    if (upload?.status !== 200) return void (await sleep(pauseMs))
    const body = { fileHash: run, withEventHandlers: false }
    await requests.send(call, { kind: 'import', subject: run, path, body })
    await sleep(pauseMs)
  }

  /** Starts an import after the previous one has ended, because an application has one import at a time. */
  async function importNext(): Promise<void> {
    const status = await call('POST', `${path}/status`, {}).catch(() => undefined)
    const state: string | undefined = status?.body.status?.state
    if (state === 'none' || ended.has(String(state))) await importOne()
    else await sleep(pauseMs)
  }

  const acked = (): readonly Request[] => requests.all().filter(({ outcome }) => outcome === 'acked')
  return {
    start: () => repeatUntilStopped([importNext]),
    acked: requests.acked,
    async settle() {
      const problems = await requests.repeatInDoubt(call)
      for (const { subject, answer } of acked()) {
        const state = await untilEnded(answer!.body.importId)
        if (state !== 'done') problems.push(`the import of ${subject} is ${state}`)
      }
      return problems
    },
    async judge({ read }) {
      const runs = new Map(requests.all().map(({ subject, outcome }) => [subject, outcome]))
      return judgeRuns(runs, rows, await read(storedLines))
    },
  }

  async function untilEnded(id: string): Promise<string> {
    const untilMs = Date.now() + maxDrainMs
    for (;;) {
      const { body } = await call('GET', `/api/v1/imports/${id}`)
      if (ended.has(body.status?.state) || Date.now() > untilMs) return String(body.status?.state)
      await sleep(pauseMs)
    }
  }
}
