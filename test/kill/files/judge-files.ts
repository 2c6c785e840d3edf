import type { FileLedger, FileRecord } from './file-record.ts'
import type { FileRequests } from './file-requests.ts'

interface Seen {
  readonly __id: string
  readonly name: string
  readonly hash: string
  readonly size: number
  readonly directory: string
}

const pageRows = 500
/** Pattern of the names of the test's files. Files of other loads have other names. */
const ownName = /^file-\d+\.bin$/
const readers = 8

/**
 * Compares all files that the administrator can see with what may be true of them, and records what is true. Downloads
 * the files whose ids are not in `read` yet, and adds these ids. Returns a sentence for each contradiction.
 */
export async function judgeFiles(requests: FileRequests, ledger: FileLedger, read: Set<string>): Promise<string[]> {
  const seen = (await allFiles(requests)).filter(({ name }) => ownName.test(name) || !ledger.isShared)
  const problems: string[] = []
  const byName = new Map(seen.map((file) => [file.name, file]))
  for (const file of seen) {
    const record = ledger.records.get(file.name)
    if (record === undefined) problems.push(`${file.name} was not created by any client`)
    else if (byName.get(file.name) !== file) problems.push(`${file.name} occurs twice`)
    else problems.push(...judgeFile(record, file))
  }
  for (const record of ledger.records.values()) {
    if (byName.has(record.name)) continue
    if (!record.mayBeMissing) problems.push(`lost: ${record.name}, ${record.content.bytes.length} bytes`)
    record.mayBeThere = false
    record.mayBeMissing = true
  }
  const unread = seen.filter(({ __id }) => !read.has(__id))
  async function reader(): Promise<void> {
    for (let file = unread.pop(); file !== undefined; file = unread.pop()) {
      problems.push(...(await readFile(requests, ledger.records.get(file.name), file)))
      read.add(file.__id)
    }
  }
  await Promise.all(Array.from({ length: readers }, reader))
  return problems
}

function judgeFile(record: FileRecord, file: Seen): string[] {
  const problems: string[] = []
  const { content, hash } = record
  if (!record.mayBeThere) problems.push(`${file.name} exists, although it was deleted or never made permanent`)
  if (record.id !== undefined && record.id !== file.__id)
    problems.push(`${file.name} has another id than in the answer`)
  if (hash !== undefined && hash !== file.hash) problems.push(`${file.name} has another hash`)
  if (file.size !== content.bytes.length)
    problems.push(`${file.name} has ${file.size} bytes of ${content.bytes.length}`)
  if (!record.directories.has(file.directory))
    problems.push(`${file.name} is in a directory to which no client moved it`)
  record.id = file.__id
  record.mayBeMissing = false
  record.directories = new Set([file.directory])
  return problems
}

async function readFile(requests: FileRequests, record: FileRecord | undefined, file: Seen): Promise<string[]> {
  const { status, body } = await requests.send('GET', `/pub/v1/disk/file/${file.__id}/get-link`)
  if (status !== 200) return [`${file.name} gets no link: ${status} ${JSON.stringify(body)}`]
  const found = await requests.download(body.Link).catch((error: Error) => error)
  if (found instanceof Error) return [`${file.name} breaks off: ${found.message}`]
  if (found.status !== 200) return [`${file.name} can't be fetched: ${found.status}`]
  if (record === undefined || found.sha256 === record.content.sha256) return []
  return [`${file.name} has other bytes than were sent: ${found.bytes} of ${record.content.bytes.length}`]
}

async function allFiles(requests: FileRequests): Promise<Seen[]> {
  const files: Seen[] = []
  for (;;) {
    const page = { from: files.length, size: pageRows, filter: {} }
    const { status, body } = await requests.send('POST', '/pub/v1/disk/files/search', page)
    if (status !== 200) throw new Error(`the search for files was answered with ${status} ${JSON.stringify(body)}`)
    const { result, total } = body.result
    files.push(...result)
    if (result.length < pageRows) {
      if (total !== files.length)
        throw new Error(`the file search returns the total ${total} but ${files.length} files`)
      return files
    }
  }
}
