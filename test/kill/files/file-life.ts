import { randomUUID } from 'node:crypto'
import { pickWeighted, type Random } from '../random.ts'
import type { Content } from './contents.ts'
import type { FileLedger, FileRecord } from './file-record.ts'
import type { Answer, FileRequests, Part } from './file-requests.ts'

/** One request of a client, which may be repeated when its answer was lost. */
interface Step {
  readonly what: string
  /** Whether a repeat would create a second file. */
  readonly isOnce?: boolean
  /** Returns whether a refused repeat shows that the step had already happened. */
  readonly isDone?: (answer: Answer) => boolean
  /** Records, before the request is sent, what may be true from then on. */
  intend(): void
  send(requests: FileRequests): Promise<Answer>
  /** Records what is true after the answer. */
  settle(answer: Answer): void
}

/** The steps of one file, in their order. */
export interface Life {
  readonly record: FileRecord
  readonly steps: Step[]
}

const partBytes = 5 * 1024 ** 2
const ways = { keep: 30, move: 20, 'at once': 25, 'at once with hash': 20, forgotten: 5 } as const
const ends = { stays: 60, moved: 20, deleted: 12, 'moved and deleted': 8 } as const

export function planLife(random: Random, ledger: FileLedger, content: Content, directories: readonly string[]): Life {
  const way = pickWeighted(random, ways)
  const inParts = content.bytes.length > partBytes && random() < 0.8
  const hash = way === 'at once' && !inParts ? undefined : randomUUID()
  const record = ledger.add(content, hash)
  const directory = (): string => directories[Math.floor(random() * directories.length)]!
  const home = directory()
  const parts = inParts ? partsOf(content.bytes.length) : [undefined]
  const steps: Step[] = []
  if (way === 'at once' || way === 'at once with hash') {
    const path = `/pub/v1/disk/directory/${home}/upload${hash === undefined ? '' : `?hash=${hash}`}`
    for (const part of parts) {
      const isLast = part === undefined || part.to === content.bytes.length
      const step = uploadOf(record, path, part)
      steps.push(isLast ? { ...step, ...keeping(record, home, (body) => body.file), isOnce: hash === undefined } : step)
    }
    if (hash === undefined) steps[0] = { ...steps[0]!, what: 'upload at once' }
  } else {
    for (const part of parts) steps.push(uploadOf(record, `/pub/v1/disk/file/upload?hash=${hash}`, part))
    if (way === 'forgotten') return { record, steps: steps.slice(0, 1 + Math.floor(random() * steps.length)) }
    steps.push(way === 'keep' ? keepOf(record, home) : moveOf(record, home, true))
  }
  const end = pickWeighted(random, ends)
  if (end.startsWith('moved') && hash !== undefined) steps.push(moveOf(record, directory(), false))
  if (end.endsWith('deleted')) steps.push(deletionOf(record))
  return { record, steps }
}

/** Returns the parts of an upload, cut at 5 MiB, the minimum size of all parts but the last. */
function partsOf(length: number): Part[] {
  const count = Math.ceil(length / partBytes)
  return Array.from({ length: count }, (_, at) => ({
    from: at * partBytes,
    to: Math.min((at + 1) * partBytes, length),
  }))
}

function uploadOf(record: FileRecord, path: string, part: Part | undefined): Step {
  return {
    what: part === undefined ? 'upload' : 'part',
    intend() {},
    send: (requests) => requests.upload(path, record.name, record.content.bytes, part),
    settle() {},
  }
}

function keeping(record: FileRecord, directory: string, fileOf: (body: Answer['body']) => { __id: string }) {
  return {
    intend() {
      record.mayBeThere = true
      record.directories.add(directory)
    },
    settle({ body }: Answer) {
      const { __id } = fileOf(body)
      if (record.id !== undefined && record.id !== __id) throw new Error(`${record.name} was made twice`)
      record.id = __id
      record.mayBeMissing = false
    },
  }
}

function keepOf(record: FileRecord, directory: string): Step {
  const { hash, name } = record
  return {
    what: 'keep',
    ...keeping(record, directory, (body) => body.items[0].file),
    send: (requests) => requests.send('POST', '/pub/v1/disk/files', { files: [{ directory, hash, name }] }),
  }
}

/** Returns the step that makes an upload permanent, or moves a file to another directory. */
function moveOf(record: FileRecord, directory: string, isNew: boolean): Step {
  const { hash, name } = record
  const kept = keeping(record, directory, (body) => body.files[0])
  return {
    what: isNew ? 'keep by move' : 'move',
    intend: isNew ? kept.intend : () => void record.directories.add(directory),
    send: (requests) =>
      requests.send('POST', `/pub/v1/disk/file/move?directoryID=${directory}`, { files: [{ hash, name }] }),
    settle(answer) {
      kept.settle(answer)
      record.directories = new Set([directory])
    },
  }
}

function deletionOf(record: FileRecord): Step {
  return {
    what: 'delete',
    intend() {
      record.mayBeMissing = true
    },
    send: (requests) => requests.send('PATCH', '/pub/v1/disk/files/deleted', { fileIds: [record.id] }),
    isDone: ({ body }) => body.items?.[0]?.code === 'files.not_found',
    settle() {
      record.mayBeThere = false
    },
  }
}
