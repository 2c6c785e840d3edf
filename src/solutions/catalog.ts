import type { Database, Reader } from '../foundation/db/database.ts'
import type { PeriodicJob } from '../foundation/jobs/index.ts'
import { answerLanguages, bestLanguage, sourceLanguage } from '../foundation/kit/languages.ts'
import { catalogVersion, type DefinitionRows, definitionRows } from './catalog.store.ts'
import { compileDefinitions, languagesOf } from './compile-definitions.ts'
import type { Definitions, StoredKind } from './stored-kind.ts'

/** All deployed definitions, compiled, in memory. */
export interface Catalog {
  /**
   * Returns the current snapshot, which is consistent and never changes. A later call may return a newer snapshot.
   * Texts are in the language that the request asks for, else in the default language, else in the first language of
   * their file.
   */
  snapshot(): Definitions
  /**
   * Returns the current snapshot. Texts in several languages are in the first language that the file of the solution
   * gives.
   */
  written(): Definitions
  /** Reads the definitions again when they have changed. */
  refresh(): Promise<void>
  /** Jobs that look for changes by other nodes; empty with the embedded database, which has only one node. */
  readonly periodic: readonly PeriodicJob[]
}

/** The definitions of one version of the catalog. */
interface Version {
  readonly number: number
  readonly rows: Pick<DefinitionRows, 'solutions' | 'definitions' | 'texts'>
  readonly languages: ReadonlySet<string>
  readonly written: Definitions
  /** The definitions with their texts in a language, compiled when they are first needed. */
  readonly translated: Map<string, Definitions>
}

/**
 * Creates the catalog: reads the definitions of the kinds and keeps them compiled in memory. `defaultLanguage` is the
 * language of texts where no request asks for another one.
 */
export async function createCatalog(
  database: Database,
  kinds: readonly StoredKind[],
  defaultLanguage: string = sourceLanguage,
): Promise<Catalog> {
  let current = versionOf(-1, { solutions: [], definitions: {}, texts: {} })
  let before = current
  let last: Promise<void> = Promise.resolve()

  function versionOf(number: number, rows: Version['rows'], before?: Version): Version {
    const written = compileDefinitions(kinds, rows, { before: before?.written })
    return { number, rows, languages: languagesOf(kinds, rows), written, translated: new Map() }
  }

  async function load(): Promise<void> {
    if ((await catalogVersion(database.reader)) === current.number) return
    const rows = await definitionRows(database.reader, kinds)
    // Two reads on two connections may finish in the wrong order.
    if (rows.version < current.number) return
    before = current
    current = versionOf(rows.version, withoutDeleted(rows), before)
  }

  function snapshot(): Definitions {
    const { languages, written, translated, rows } = current
    if (languages.size === 0) return written
    const language = bestLanguage(answerLanguages(), languages) ?? defaultLanguage
    const known = translated.get(language)
    if (known !== undefined) return known
    const translation = { languages: [language, defaultLanguage], written }
    const compiled = compileDefinitions(kinds, rows, { before: before.translated.get(language), translation })
    translated.set(language, compiled)
    return compiled
  }

  // Refreshes run one after the other, so that a caller who has committed a change gets a read that started after the
  // commit.
  function refresh(): Promise<void> {
    last = last.catch(() => {}).then(load)
    return last
  }

  await refresh()
  const poll: PeriodicJob = { name: 'read changed definitions', everyMs: 1_000, on: 'every node', run: refresh }
  return { snapshot, written: () => current.written, refresh, periodic: database.kind === 'postgres' ? [poll] : [] }
}

/** Reads and compiles the deployed definitions as their files write them, without those that were removed. */
export async function liveDefinitions(reader: Reader, kinds: readonly StoredKind[]): Promise<Definitions> {
  return compileDefinitions(kinds, withoutDeleted(await definitionRows(reader, kinds)))
}

function withoutDeleted({ solutions, definitions, texts }: DefinitionRows): Version['rows'] {
  const live = Object.entries(definitions).map(([word, rows]) => [word, rows.filter(({ deleted }) => !deleted)])
  return { solutions, definitions: Object.fromEntries(live), texts }
}
