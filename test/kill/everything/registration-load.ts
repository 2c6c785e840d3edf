import { setTimeout as sleep } from 'node:timers/promises'
import { verifyJournals } from '../../../src/records/registrations/verify-journals.ts'
import { judgeNumbers } from '../registrations/judge-numbers.ts'
import { storedNumbers } from '../registrations/numbers.store.ts'
import { prepare } from '../registrations/registration-storm.ts'
import { createRequests } from '../requests.ts'
import { type Load, type LoadOptions, repeatUntilStopped } from './load.ts'

const clients = 4
const pauseMs = 10
const tooManyRequests = 429

/** Registers letters in one case. */
export async function registrationLoad({ cluster: { call, urls } }: LoadOptions): Promise<Load> {
  const requests = createRequests()
  const caseId = await prepare(urls, call)

  async function registerOne(): Promise<void> {
    const path = '/pub/v1/app/letterbox/plain/create'
    const made = await requests.send(call, { kind: 'letter', subject: '', path, body: { context: { subject: 'a' } } })
    const letter: string | undefined = made.answer?.body.item?.__id
    if (letter === undefined) return
    const body = { namespace: 'letterbox', code: 'plain', id: letter, caseId }
    await requests.send(call, { kind: 'register', subject: letter, path: '/api/v1/registrations', body })
    await sleep(pauseMs)
  }

  return {
    start: () => repeatUntilStopped(Array.from({ length: clients }, () => registerOne)),
    acked: requests.acked,
    async settle() {
      const problems = await requests.repeatInDoubt(call)
      const refused = requests
        .all()
        .filter(({ outcome, answer }) => outcome === 'refused' && answer?.status !== tooManyRequests)
      return [...problems, ...refused.map(({ kind, answer }) => `a ${kind} was refused: ${answer?.body.error}`)]
    },
    async judge({ read }) {
      const acked = requests.all().filter(({ kind, outcome }) => kind === 'register' && outcome === 'acked')
      const numbers = acked.map(({ subject, answer }) => ({ letter: subject, number: answer!.body.item.number }))
      const { journals } = await read(verifyJournals)
      const stored = await read((reader) => storedNumbers(reader, caseId))
      return [...judgeNumbers(stored, numbers), ...journals.flatMap((one) => one.problems)]
    },
  }
}
