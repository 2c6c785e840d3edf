import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { type Language, languages, sourceLanguage } from '../../foundation/kit/languages.ts'
import type { NomenclatureFile } from './sample-nomenclature.ts'
import type { PeopleFile } from './sample-people.ts'

/**
 * One action of a person of the sample. Each step has exactly one of the keys `create`, `complete`, `start` and so on.
 */
export interface Step {
  /** Login of the person; the administrator by default. */
  readonly by?: string
  /** Name of the new element; later steps name it as `$name`. */
  readonly create?: string
  readonly app?: string
  readonly fields?: Readonly<Record<string, unknown>>
  /** Texts of PDF files by the codes of file fields. */
  readonly pdf?: Readonly<Record<string, string | readonly string[]>>
  /** Path of a process to start from the element `of`. */
  readonly start?: string
  /** Id in the diagram of a task to complete in an instance that runs for the element `of`. */
  readonly complete?: string
  /** Id in the diagram of a delegated activity to answer. */
  readonly restore?: string
  /** Name of a message to send; its key is the id of the element `of`. */
  readonly message?: string
  /** Index of a case in which the element `of` is registered by hand. */
  readonly register?: string
  readonly number?: string
  /** Code of a file field of the element `of` whose file gets a new version with the text. */
  readonly version?: string
  readonly text?: string
  /** File of the folder `data` to import into `app`. The import runs after the start. */
  readonly import?: string
  /** Path of any other request, with `values` as its body. */
  readonly request?: string
  readonly method?: 'POST' | 'PUT' | 'PATCH'
  /** Name for the id in the answer of the request; later steps use it as `$name`. */
  readonly as?: string
  readonly of?: string
  readonly exit?: string
  readonly comment?: string
  readonly values?: Readonly<Record<string, unknown>>
}

export interface Day {
  /** Number of days from today to this day, negative in the past. A day at a weekend is moved to the Friday before. */
  readonly day: number
  readonly steps: readonly Step[]
}

export interface SampleData {
  readonly people: PeopleFile
  readonly nomenclature: NomenclatureFile
  readonly timeline: readonly Day[]
}

/** Reads the data of the sample in a language from the folder `data` of its solution. */
export async function readSampleData(folder: string, language: Language): Promise<SampleData> {
  const read = async (name: string) => parse(await readFile(`${folder}/data/${name}.yaml`, 'utf8'))
  const [people, nomenclature, timeline] = await Promise.all(['people', 'nomenclature', 'timeline'].map(read))
  return inLanguage({ people, nomenclature, timeline }, language) as SampleData
}

/**
 * Returns data in which each map of languages to texts, `{ en: Letter, ru: Письмо }`, is the text in one language, or
 * in English where the map does not have the language.
 */
function inLanguage(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((one) => inLanguage(one, language))
  if (typeof value !== 'object' || value === null) return value
  if (isTexts(value)) return value[language] ?? value[sourceLanguage]
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inLanguage(one, language)]))
}

const isTexts = (value: object): value is Partial<Record<Language, string>> =>
  Object.hasOwn(value, sourceLanguage) && Object.keys(value).every((key) => languages.some((each) => each === key))

const dayMs = 86_400_000
/** Time of day in UTC at which the people of the sample work. */
const workAtMs = 7.5 * 3_600_000

/** Returns the time of a day of the timeline in ms: 07:30 UTC, or `nowMs` when this is earlier. */
export function timeOf(day: number, nowMs: number): number {
  const at = Math.floor(nowMs / dayMs) * dayMs + day * dayMs
  const weekday = new Date(at).getUTCDay()
  const back = weekday === 6 ? 1 : weekday === 0 ? 2 : 0
  return Math.min(at - back * dayMs + workAtMs, nowMs)
}

/** Returns how often the person has completed the task of this step in the timeline, this step included. */
export function timesSoFar(timeline: readonly Day[], step: Step): number {
  const steps = timeline.flatMap((day) => day.steps)
  const { by, complete, of } = step
  return steps
    .slice(0, steps.indexOf(step) + 1)
    .filter((one) => one.complete === complete && one.of === of && one.by === by).length
}

/**
 * Replaces texts in the values of a step: `$name` by the id of an element or other object, `@login` by the id of a
 * user, and `D+5` by the date five days after `atMs`. Throws an Error for an unknown name.
 */
export function filled(value: unknown, names: ReadonlyMap<string, string>, atMs: number): unknown {
  if (Array.isArray(value)) return value.map((one) => filled(one, names, atMs))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, names, atMs)]))
  if (typeof value !== 'string') return value
  if (/^[$@][\w-]+$/.test(value)) {
    const id = names.get(value)
    if (id === undefined) throw new Error(`there is no "${value}"`)
    return id
  }
  const days = /^D([+-]\d+)$/.exec(value)?.[1]
  return days === undefined ? value : new Date(atMs + Number(days) * dayMs).toISOString().slice(0, 10)
}
