import type { Reader } from '../../../foundation/db/database.ts'
import type { Caller } from '../../../people/index.ts'
import { hiddenMessage, hidingFromSome } from '../../definition/index.ts'
import type { MoveReason } from './reasons.ts'

/** An instance with the reasons why it cannot move. */
interface Refused {
  readonly instance: string
  readonly reasons: readonly MoveReason[]
}

/**
 * Returns results of moves without the messages that can quote values of variables which are not shown to everyone. A
 * batch keeps its results, which others than the mover read, so nobody gets these messages.
 */
export async function withoutQuotes<Result extends Refused>(
  reader: Reader,
  results: readonly Result[],
): Promise<readonly Result[]> {
  const quoting = results.filter(({ reasons }) => reasons.some(quotes))
  const hiding = await hidingFromSome(
    reader,
    quoting.map(({ instance }) => instance),
  )
  return results.map((result) =>
    hiding.has(result.instance) ? { ...result, reasons: result.reasons.map(withoutQuote) } : result,
  )
}

/** Returns results as a caller may read them. Administrators may read all messages. */
export const shownTo = async <Result extends Refused>(
  { administrator }: Caller,
  reader: Reader,
  results: readonly Result[],
): Promise<readonly Result[]> => (administrator ? results : withoutQuotes(reader, results))

/** Returns whether the message of a reason can quote a value, because a variable, an event or a task does not fit. */
const quotes = ({ code }: MoveReason): boolean => code === 'CONTEXT_INVALID'
const withoutQuote = (reason: MoveReason): MoveReason =>
  quotes(reason) ? { ...reason, message: hiddenMessage } : reason
