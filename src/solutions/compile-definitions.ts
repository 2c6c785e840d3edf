import { isDeepStrictEqual } from 'node:util'
import { definitionKey, definitionPath, solutionKey } from './address.ts'
import type { DefinitionRows } from './catalog.store.ts'
import type { DefinitionRow, Definitions, Deployed, DeployedSolution, StoredKind } from './stored-kind.ts'
import { noTexts, textLanguages, withTextsIn } from './texts/texts.ts'

type Rows = Pick<DefinitionRows, 'solutions' | 'definitions' | 'texts'>

/** Options of the compilation of rows. */
interface Options {
  /** The previous compilation in the same languages; parts that have not changed since are reused. */
  readonly before?: Definitions | undefined
  /** The languages of the texts, best first, and the definitions as their files write them. */
  readonly translation?: { readonly languages: readonly string[]; readonly written: Definitions }
}

/**
 * Compiles the rows of all kinds. The texts are in the first language that each file gives, or with `translation` in
 * the languages of `translation`.
 */
export function compileDefinitions(
  kinds: readonly StoredKind[],
  { solutions, definitions, texts }: Rows,
  { before, translation }: Options = {},
): Definitions {
  const writtenOf = new Map<Deployed, Deployed>()
  function compile(kind: StoredKind, row: DefinitionRow, old: Deployed | undefined): Deployed {
    const key = definitionKey(kind, row)
    const translatedRow = translation === undefined ? row : translate(kind, row, texts[key], translation.languages)
    const isSame = translation === undefined || isDeepStrictEqual(before?.texts(key) ?? noTexts, texts[key] ?? noTexts)
    return kind.compile(translatedRow, isSame ? old : undefined)
  }
  const entries = new Map(
    kinds.map((kind) => {
      const old = new Map(before?.of(kind).map((entry) => [definitionPath(entry), entry]))
      const written = translation?.written.of(kind)
      const compiled = (definitions[kind.word] ?? []).map((row, index) => {
        const own = written?.[index]
        // A definition without texts in several languages is the same object in every language.
        if (own !== undefined && !hasLanguages(kind, row, texts)) return own
        const entry = compile(kind, row, old.get(definitionPath(row)))
        if (own !== undefined) writtenOf.set(entry, own)
        return entry
      })
      return [kind.word, Object.freeze(compiled) as readonly Deployed[]]
    }),
  )
  const frozen: readonly DeployedSolution[] = Object.freeze(
    solutions.map((solution) => {
      const own = texts[solutionKey(solution.code)]
      const { languages = [] } = translation ?? {}
      return Object.freeze(own === undefined ? solution : withTextsIn(languages, solution, own, ['name']))
    }),
  )
  return Object.freeze({
    solutions: () => frozen,
    of: <Entry extends Deployed>({ word }: StoredKind<Entry>) => (entries.get(word) ?? []) as readonly Entry[],
    written: <Entry extends Deployed>(entry: Entry) => (writtenOf.get(entry) ?? entry) as Entry,
    texts: (key: string) => texts[key] ?? noTexts,
  })
}

/** Returns the languages of the texts of all definitions. */
export function languagesOf(kinds: readonly StoredKind[], { definitions, texts }: Rows): ReadonlySet<string> {
  const ofTexts = Object.values(texts).flatMap((own) => [...textLanguages(own)])
  const ofRows = kinds.flatMap((kind) =>
    (definitions[kind.word] ?? []).flatMap((row) => kind.translations?.languagesOf(row) ?? []),
  )
  return new Set([...ofTexts, ...ofRows])
}

function hasLanguages(kind: StoredKind, row: DefinitionRow, texts: Rows['texts']): boolean {
  return texts[definitionKey(kind, row)] !== undefined || (kind.translations?.languagesOf(row) ?? []).length > 0
}

function translate(
  { texts: paths = [], translations }: StoredKind,
  row: DefinitionRow,
  texts = noTexts,
  languages: readonly string[],
): DefinitionRow {
  const translated = translations?.translated(row, languages) ?? row
  if (texts === noTexts) return translated
  const { definition } = translated as { definition?: object }
  if (definition === undefined) return withTextsIn(languages, translated, texts, paths)
  return { ...translated, definition: withTextsIn(languages, definition, texts, paths) } as DefinitionRow
}
