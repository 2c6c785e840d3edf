import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { Content } from './contents.ts'
import { type Life, planLife } from './file-life.ts'
import type { FileLedger } from './file-record.ts'
import type { Answer, FileRequests } from './file-requests.ts'

export interface FileClients {
  /** Stops the clients; resolves when every client has ended its last request. */
  stop(): Promise<void>
}

export interface FileLoad {
  readonly ledger: FileLedger
  readonly random: Random
  readonly contents: () => Content
  /** Ids of the directories in which files are stored. */
  readonly directories: readonly string[]
  /** Files with an interrupted step; clients continue these files after the next start. */
  readonly unfinished: Life[]
}

/**
 * Starts `count` clients, each of which works on one file at a time. After a kill, the clients continue most of the
 * interrupted files.
 */
export function startFileClients(requests: FileRequests, load: FileLoad, count = 8): FileClients {
  const { ledger, random, contents, directories, unfinished } = load
  let stopped = false

  async function work(): Promise<void> {
    while (!stopped) {
      const left = unfinished.shift()
      await live(left ?? planLife(random, ledger, contents(), directories), left !== undefined)
    }
  }

  /** Carries out the steps of a file. With `isAgain`, the first step may already have happened. */
  async function live(life: Life, isAgain: boolean): Promise<void> {
    let isRepeated = isAgain
    while (life.steps.length > 0 && !stopped) {
      const step = life.steps[0]!
      step.intend()
      const answer = await step.send(requests).catch(() => undefined)
      if (answer === undefined || answer.status >= 500) {
        if (answer?.status === 500) ledger.problems.push(`${step.what} of ${life.record.name} was answered with 500`)
        if (!step.isOnce && random() < 0.7) unfinished.push(life)
        // Without a pause, clients would ask a stopped server thousands of times per second.
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
