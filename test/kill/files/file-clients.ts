import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { Content } from './contents.ts'
import { type Life, planLife } from './file-life.ts'
import type { FileLedger } from './file-record.ts'
import type { Answer, FileRequests } from './file-requests.ts'

export interface FileClients {
  /** Resolves when every client has ended its last request. */
  stop(): Promise<void>
}

export interface FileLoad {
  readonly ledger: FileLedger
  readonly random: Random
  readonly contents: () => Content
  /** Ids, where files are put. */
  readonly directories: readonly string[]
  /** What was broken off, for clients after the next start. */
  readonly unfinished: Life[]
}

/** `count` clients, each with one file at a time; half of what a kill breaks off is asked for again after it. */
export function startFileClients(requests: FileRequests, load: FileLoad, count = 8): FileClients {
  const { ledger, random, contents, directories, unfinished } = load
  let stopped = false

  async function work(): Promise<void> {
    while (!stopped) {
      const left = unfinished.shift()
      await live(left ?? planLife(random, ledger, contents(), directories), left !== undefined)
    }
  }

  /** `isAgain`: the first step may have happened already. */
  async function live(life: Life, isAgain: boolean): Promise<void> {
    let isRepeated = isAgain
    while (life.steps.length > 0 && !stopped) {
      const step = life.steps[0]!
      step.intend()
      const answer = await step.send(requests).catch(() => undefined)
      if (answer === undefined || answer.status >= 500) {
        if (answer?.status === 500) ledger.problems.push(`${step.what} of ${life.record.name} was answered with 500`)
        if (!step.isOnce && random() < 0.7) unfinished.push(life)
        // A server that is down would else be asked thousands of times a second.
        return sleep(20)
      }
      take(life, answer, isRepeated)
      isRepeated = false
    }
    if (life.steps.length > 0) unfinished.push(life)
  }

  function take(life: Life, answer: Answer, isRepeated: boolean): void {
    const step = life.steps.shift()!
    const isAcked = answer.status < 300 || (isRepeated && step.isDone?.(answer))
    try {
      if (!isAcked) throw new Error(`${step.what} was answered with ${answer.status} ${JSON.stringify(answer.body)}`)
      step.settle(answer)
      ledger.count(step.what)
    } catch (error) {
      ledger.problems.push(`${life.record.name}: ${(error as Error).message}`)
      life.steps.length = 0
    }
  }

  const running = Array.from({ length: count }, work)
  return {
    async stop() {
      stopped = true
      await Promise.all(running)
    },
  }
}
