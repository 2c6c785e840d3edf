import type { FileHandle } from 'node:fs/promises'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import type { Database, Transaction, Tx } from '../foundation/db/database.ts'

/**
 * Simulates `kill -9`: stops work before its n-th step, and lets no later step return. A stopped write of a file has
 * written half of its bytes.
 */
export interface Stopper extends Disposable {
  /** The database to use for the work that is to be stopped. */
  readonly database: Database
  /**
   * Runs `work` and returns whether it completed. When it was stopped, its transaction is rolled back and its files
   * are closed.
   */
  run(work: () => Promise<unknown>, stopBefore: number): Promise<boolean>
  /** Returns the names of the steps of the last run. */
  steps(): readonly string[]
}

const changing = ['open', 'link', 'rename', 'rm', 'mkdir', 'utimes', 'copyFile'] as const
const never = new Promise<never>(() => {})
type Work = (...given: never[]) => Promise<unknown>

/**
 * Creates a stopper. Its steps are changes of files in `folder`, and the statements of `single` and of transactions
 * of `database`, each commit included. Writes elsewhere on the disk don't count.
 */
export function createStopper(folder: string, database: Database): Stopper {
  const real = { ...fs }
  const opened = new Set<FileHandle>()
  let steps: string[] = []
  let isRunning = false
  let stopBefore = 0
  let stopped = Promise.withResolvers<false>()

  /** Counts a step and returns whether it may run. */
  function begin(name: string): boolean {
    if (!isRunning) return true
    steps.push(name)
    return steps.length < stopBefore
  }
  const rolledBack = new Error('stopped inside a transaction')
  let isInTransaction = false
  function stop(): Promise<never> {
    if (isInTransaction) return Promise.reject(rolledBack)
    stopped.resolve(false)
    return never
  }

  function watch(handle: FileHandle): FileHandle {
    opened.add(handle)
    const sync = handle.sync.bind(handle)
    const truncate = handle.truncate.bind(handle)
    const write = handle.write.bind(handle)
    const writev = handle.writev.bind(handle)
    handle.sync = async () => (begin('sync') ? sync() : stop())
    handle.truncate = async (length) => (begin('truncate') ? truncate(length) : stop())
    handle.writev = (async (block: Buffer[], at: number) => {
      if (begin('write')) return writev(block, at)
      const bytes = Buffer.concat(block)
      await write(bytes, 0, bytes.length >> 1, at)
      return stop()
    }) as FileHandle['writev']
    return handle
  }

  for (const name of changing) {
    const work = real[name] as Work
    Object.assign(fs, {
      [name]: async (...given: never[]) => {
        const isOurs = given.some((one: unknown) => typeof one === 'string' && one.startsWith(folder))
        if (!isOurs) return work(...given)
        if (!begin(name)) return stop()
        const result = await work(...given)
        return name === 'open' ? watch(result as FileHandle) : result
      },
    })
  }
  syncBuiltinESMExports()

  const stepsOf = <T extends Tx>(tx: T): T => ({
    ...tx,
    rows: async (statement) => (begin('rows') ? tx.rows(statement) : stop()),
    row: async (statement) => (begin('row') ? tx.row(statement) : stop()),
  })
  const watched: Database = {
    ...database,
    single: stepsOf(database.single),
    async transaction(work) {
      const inside = async (tx: Transaction) => {
        isInTransaction = true
        return work(stepsOf(tx)).finally(() => {
          isInTransaction = false
        })
      }
      try {
        const result = await database.transaction(inside)
        return begin('committed') ? result : await stop()
      } catch (error) {
        // A real server would end the connection, and the database would roll back; here, the error above causes the
        // rollback.
        throw error === rolledBack ? await stop() : error
      }
    },
  }
  return {
    steps: () => steps,
    database: watched,
    async run(work, before) {
      steps = []
      stopBefore = before
      stopped = Promise.withResolvers()
      isRunning = true
      try {
        return await Promise.race([work().then(() => true), stopped.promise])
      } finally {
        isRunning = false
        for (const handle of opened) await handle.close().catch(() => {})
        opened.clear()
      }
    },
    [Symbol.dispose]() {
      Object.assign(fs, real)
      syncBuiltinESMExports()
    },
  }
}
