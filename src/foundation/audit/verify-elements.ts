import type { Reader } from '../db/database.ts'
import { wrongInput } from '../http/errors.ts'
import { isUuid, nilId } from '../kit/ids.ts'
import { checkElements, type ElementPlace, type Verdict, type WrongElement } from './verify-elements.store.ts'

export interface ElementVerification {
  readonly elements: number
  readonly revisions: number
  /** Number of revisions that were made before digests existed; their contents cannot be verified. */
  readonly unproved: number
  /** `after` of the next call; null when all elements were checked. */
  readonly next: string | null
  /** The first hundred problems of this call. */
  readonly problems: readonly { readonly object: string; readonly sentence: string }[]
  /** Number of all problems of this call. */
  readonly wrong: number
}

/** Elements per statement. The embedded database serves no other request while a statement runs. */
const elementsOfAStatement = 1_000
const elementsOfACall = 20_000
const maxNamed = 100

/**
 * Compares the rows of up to 20,000 elements after the element `after` with their history. Throws `input.wrong` when
 * `after` is invalid.
 */
export async function verifyElements(reader: Reader, after?: string): Promise<ElementVerification> {
  const wrong: WrongElement[] = []
  let [elements, revisions, unproved] = [0, 0, 0]
  let place: ElementPlace | undefined = after === undefined ? { app: nilId, id: nilId } : readPlace(after)
  while (place !== undefined && elements < elementsOfACall) {
    const checked = await checkElements(reader, place, elementsOfAStatement)
    elements += checked.elements
    revisions += checked.revisions
    unproved += checked.unproved
    wrong.push(...checked.wrong)
    place = checked.elements < elementsOfAStatement ? undefined : checked.last
  }
  const problems = wrong.slice(0, maxNamed).map(({ object, verdict, rev }) => ({
    object,
    sentence: `${object} ${sentences[verdict](rev ?? 0)}`,
  }))
  const next = place === undefined ? null : `${place.app}/${place.id}`
  return { elements, revisions, unproved, next, problems, wrong: wrong.length }
}

const sentences: Readonly<Record<Verdict, (rev: number) => string>> = {
  gone: (rev) => `was removed from the database; its last revision is ${rev}`,
  'without history': () => 'has no history: it was written by hand',
  unproved: (rev) => `was written by hand at revision ${rev}, which does not say what the element held`,
  unexplained: (rev) => `has another digest at revision ${rev}, and no audit entry explains it`,
  'changed between': (rev) => `was changed by hand before revision ${rev}`,
  revision: (rev) => `is not at revision ${rev}, with which its history ends`,
  changed: (rev) => `was changed by hand after revision ${rev}`,
}

function readPlace(text: string): ElementPlace {
  const [app, id, ...more] = text.split('/')
  if (isUuid(app) && isUuid(id) && more.length === 0) return { app, id }
  throw wrongInput('"after" must be the "next" of an earlier response', { field: 'after' })
}
