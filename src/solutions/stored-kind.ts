import type { Sql } from '../foundation/db/sql.ts'
import type { Address } from './address.ts'
import type { TextPath, Texts } from './texts/texts.ts'

/** Who created and changed a definition, and when. */
export interface Stamps {
  /** The time of creation in the format of the API: RFC 3339 in whole seconds. */
  readonly createdAt: string
  readonly createdBy: string
  readonly updatedAt: string
  readonly updatedBy: string
}

/** The columns that the rows of every kind of definition have. */
export interface DefinitionRow extends Address, Stamps {
  readonly solution: string
  /** Whether the definition was removed; the catalog leaves removed definitions out. */
  readonly deleted?: boolean
}

/** A deployed definition in compiled form. */
export interface Deployed extends Address, Stamps {
  readonly name: string
  readonly solution: string
}

/** How a kind of definition is stored and compiled; the key of its definitions in the catalog. */
export interface StoredKind<Entry extends Deployed = Deployed, Row extends DefinitionRow = DefinitionRow> {
  /** The name of the kind in plans, addresses and messages, such as `application`. */
  readonly word: string
  /**
   * A sub-select of all rows of the kind as one JSON list, in the order of the catalog. The catalog reads the lists of
   * all kinds in one statement.
   */
  readonly rows: Sql
  /**
   * The places in the file that may hold a text in several languages. A row of the kind has the content of the file in
   * its column `definition`, or else in the row itself.
   */
  readonly texts?: readonly TextPath[]
  /**
   * Set for kinds that keep translations in their definitions. `languagesOf` returns the languages of the translations.
   * `translated` returns the row with each text in the first of the given languages in which the text exists.
   */
  readonly translations?: {
    languagesOf(row: Row): readonly string[]
    translated(row: Row, languages: readonly string[]): Row
  }
  /**
   * Compiles a row to the frozen form that the program uses. `before` is the entry compiled from an earlier version of
   * the row. Parts that have not changed stay the same objects, so that they can be the keys of caches.
   */
  compile(row: Row, before: Entry | undefined): Entry
}

export interface DeployedSolution extends Stamps {
  readonly code: string
  readonly name: string
  readonly version: string
  readonly dependencies: readonly string[]
}

/** A consistent, frozen view of deployed definitions. */
export interface Definitions {
  /** Returns the solutions, ordered by code. */
  solutions(): readonly DeployedSolution[]
  /** Returns the definitions of a kind in the order of its rows. */
  of<Entry extends Deployed>(kind: StoredKind<Entry>): readonly Entry[]
  /** Returns a definition of this snapshot as its files write it: with the first language of each text. */
  written<Entry extends Deployed>(entry: Entry): Entry
  /** Returns the texts of a definition, or of a solution, that its files give in several languages. */
  texts(key: string): Texts
}
