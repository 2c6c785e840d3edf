import { PlatformError } from './errors.ts'

/** A line of the log, with its level, message and details. */
export interface LogLine {
  readonly level: string
  readonly message: string
  readonly [detail: string]: unknown
}

/** The lines of one fault since its last line was written. */
interface Fault {
  /** The first of these lines; undefined if there is none. */
  first?: LogLine | undefined
  count: number
  requestIds: string[]
  /** Identifiers that the clients sent with these requests. */
  clientRequestIds: string[]
}

const nothing = (): Fault => ({ count: 0, requestIds: [], clientRequestIds: [] })

const secondMs = 1_000
/** Maximum number of identifiers of requests in one line. */
const maxIds = 1_000

/**
 * Creates a function that folds the lines of faults that are expected and temporary, such as an unreachable database.
 * The first line of a fault is written at once. Further lines of the next second become one line, with their number,
 * the identifiers of their requests, and the identifiers that the clients sent. The function returns whether it has
 * taken the line; any other line is left to the caller.
 */
export function createFaultFolding(write: (line: LogLine) => void): (line: LogLine) => boolean {
  const faults = new Map<string, Fault>()
  let timer: NodeJS.Timeout | undefined

  function writeFault(fault: Fault): void {
    const { first, count, requestIds, clientRequestIds } = fault
    if (first === undefined) return
    const { requestId: _one, clientRequestId: _sent, ...line } = first
    const ids = {
      ...(requestIds.length > 0 && { requestIds }),
      ...(clientRequestIds.length > 0 && { clientRequestIds }),
    }
    write(count === 1 ? first : { ...line, count, ...ids })
    Object.assign(fault, { first: undefined, ...nothing() })
  }
  /** Writes the lines that were held back in the last second. A fault without such lines is forgotten. */
  function flush(): void {
    for (const [key, fault] of faults) {
      if (fault.first === undefined) faults.delete(key)
      writeFault(fault)
    }
    if (faults.size > 0) return
    clearInterval(timer)
    timer = undefined
    process.off('exit', flush)
  }

  return (line) => {
    const { level, message, error, requestId, clientRequestId } = line
    if (!(error instanceof PlatformError) || error.status !== 503) return false
    const key = `${level} ${message} ${error.code} ${(error.cause as Error | undefined)?.message ?? ''}`
    const fault = faults.get(key)
    if (fault === undefined) {
      faults.set(key, nothing())
      if (timer === undefined) {
        timer = setInterval(flush, secondMs).unref()
        process.on('exit', flush)
      }
      write(line)
      return true
    }
    fault.first ??= line
    fault.count++
    if (typeof clientRequestId === 'string') fault.clientRequestIds.push(clientRequestId)
    if (typeof requestId === 'string' && fault.requestIds.push(requestId) === maxIds) writeFault(fault)
    return true
  }
}
