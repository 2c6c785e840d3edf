import type { TSchema } from 'typebox'
import type { Reader, Transaction, Tx } from '../foundation/db/database.ts'
import type { JsonObject } from '../foundation/kit/json.ts'
import type { Phrase, PhraseParts } from '../foundation/kit/phrase.ts'
import type { Address } from './address.ts'
import type { Stamp } from './catalog.store.ts'
import type { Step } from './change.ts'
import type { SolutionFiles } from './files/solution-files.ts'
import type { Place, Problem } from './problems.ts'
import type { Found } from './read-file.ts'
import type { SolutionContent } from './solution-content.ts'
import type { Definitions, Deployed, StoredKind } from './stored-kind.ts'
import type { Texts } from './texts/texts.ts'

/**
 * A kind of definition, such as applications. A kind says how its definitions are read from files, planned, applied,
 * checked for drift, exported and described. `src/platform/kinds.ts` lists the kinds; plans and applies follow the
 * order of that list.
 */
export interface DefinitionKind<D extends Draft = Draft, Entry extends Deployed = Deployed> extends StoredKind<Entry> {
  readonly file: KindFile
  /**
   * Returns whether a definition is visible to a caller. Without this function, a definition is visible if its
   * namespace is.
   */
  isKnownTo?(entry: Entry, caller: Viewer): boolean
  /** The JSON Schema that a file of this kind must match. */
  readonly schema: TSchema
  /** A more detailed JSON Schema for editors; `schema` by default. */
  readonly publishedSchema?: TSchema
  /**
   * The position of the kind in lists of a solution's content; kinds without a position come last, in the order of the
   * list of kinds. The hash of a solution depends on this order, so a position never changes.
   */
  readonly contentPosition?: number
  /** Reads a file that matches the schema, fills in the defaults, and reports contradictions to `file.refuse`. */
  read(file: Found<unknown>, address: FileAddress): D
  /**
   * Returns the bytes of the source files of these definitions, by path of the definition; for kinds with source files.
   */
  sources?(reader: Reader, entries: readonly Entry[]): Promise<ReadonlyMap<string, Uint8Array>>
  /** Returns the ending of the source file of a definition; for kinds whose source files have several endings. */
  sourceOf?(entry: Entry): string
  /**
   * Returns the problems with the location of a file of a solution, of this or another kind; an empty list when there
   * are none.
   */
  placeProblems?(address: FileAddress, files: SolutionFiles): readonly string[]
  /** Locks the rows that people can change by hand at the same time, so that plan and apply see the same state. */
  lock?(tx: Tx): Promise<void>
  /** Compares the drafts of this kind with what is deployed. */
  plan(context: PlanContext<D, Entry>): KindPlan | Promise<KindPlan>
  /** Returns what was changed by hand since the solution was last applied. */
  drift?(reader: Reader, content: SolutionContent): Promise<readonly Drift[]>
  /**
   * Returns the normalised file of a definition: keys in a fixed order, without keys that only state a default. Files
   * with the same meaning give the same result.
   */
  toFile(entry: Entry): JsonObject
  /** Returns what the hash of a definition covers; by default namespace, code and the normalised file. */
  hashed?(entry: Entry): JsonObject
  /**
   * Returns the references of a definition to other objects, in the order of the definition. Leaves out objects that
   * exist on every installation. The references decide whether definitions can be exported as a package.
   */
  uses?(entry: Entry): readonly Use[]
}

/** The part of a caller that decides which definitions are visible to the caller. */
interface Viewer {
  readonly administrator: boolean
  readonly persons: {
    /** Returns the persons of the caller who count in an application; with null, those who count everywhere. */
    in(application: string | null): readonly ViewingPerson[]
  }
}

interface ViewingPerson {
  readonly userId: string
  readonly groups: ReadonlySet<string>
  readonly ids: readonly string[]
  readonly spaces: ReadonlySet<string>
}

/** The paths of the files of a kind, and the codes that they may have. */
interface KindFile {
  /**
   * The ending of a second file beside the YAML file, such as `bpmn`, or the endings that the second file may have. The
   * second file is the definition itself and is kept byte by byte. The YAML file may then be absent, which means an
   * empty map.
   */
  readonly source?: string | readonly string[]
  /**
   * The path of the files that belong to an application, such as
   * `namespaces/{namespace}/apps/{app}/processes/{code}.yaml`. The namespace of such a definition is the path of the
   * application.
   */
  readonly pathInApplication?: string
  /**
   * The path inside the solution, such as `namespaces/{namespace}/apps/{code}.yaml`. If the path has no `{code}`, a
   * namespace has one file of the kind, whose code is the code of the namespace.
   */
  readonly path: string
  /** The name of one definition in messages, such as `an application`. */
  readonly title: string
  readonly codes: RegExp
  readonly maxLength: number
  /** Returns why a well-formed code is reserved; undefined when it is allowed. */
  readonly reserved?: (address: Address) => string | undefined
}

export interface FileAddress extends Address {
  /** The path of the file inside the solution. */
  readonly file: string
}

/** A definition as read from its file, before it is compared with what is deployed. */
export interface Draft extends FileAddress {
  /** The definitions of other kinds that the file names, each with its place in the file. */
  readonly references: readonly Reference[]
}

interface Reference {
  /** The word of the kind that the reference leads to. */
  readonly to: string
  readonly path: string
  readonly place: Place
}

/**
 * The files of a solution, read and checked without looking at the deployed definitions. A solution with problems can
 * still be compared with what is deployed, so that all problems are reported at once.
 */
export interface Solution {
  readonly code: string
  readonly name: string
  readonly version: string
  readonly dependencies: readonly string[]
  /** The texts that the files give in several languages, by the key of the definition. */
  readonly texts: ReadonlyMap<string, Texts>
  /** The problems of the files themselves. */
  readonly problems: readonly Problem[]
  /**
   * Returns the paths of the definitions of a kind whose files have problems; there are no drafts of these
   * definitions.
   */
  unread(word: string): readonly string[]
  /** Returns the drafts of a kind, in the order of their files. */
  of<D extends Draft>(kind: DefinitionKind<D>): readonly D[]
  /** The references of all drafts, in the order of the kinds. */
  readonly references: readonly Reference[]
}

export interface PlanContext<D extends Draft = Draft, Entry extends Deployed = Deployed> {
  readonly reader: Reader
  /**
   * Runs statements, such as those that create a view, and rolls them back; for checks that only the database can do.
   * Undefined where a solution is checked without a database.
   */
  readonly rehearse?: (<T>(work: (tx: Transaction) => Promise<T>) => Promise<T>) | undefined
  readonly solution: Solution
  readonly drafts: readonly D[]
  /** The definitions of this kind, of all solutions, including removed ones. */
  readonly deployed: readonly Entry[]
  /** All deployed definitions, including removed ones. */
  readonly definitions: Definitions
  /** The names of the secrets that are set on this installation; undefined when they are not known. */
  readonly secrets?: readonly string[] | undefined
  /**
   * Returns whether a definition that is neither deployed nor in the files may exist all the same, because the
   * installation is not known. A reference to such a definition is no problem.
   */
  readonly mayExist: (path: string) => boolean
}

export interface KindPlan {
  /** The contradictions between the files and what is deployed; a solution with problems is not applied. */
  readonly problems: readonly Problem[]
  /**
   * Parts of expressions that can only be null: problems where the installation is strict, otherwise warnings.
   */
  readonly mistakes?: readonly Problem[]
  /** What may be a mistake, such as references to objects that do not exist yet. Warnings do not prevent the apply. */
  readonly warnings?: readonly Problem[]
  readonly steps: readonly Step[]
  /** Carries out the steps. Called only when there are no problems. */
  readonly apply: (tx: Tx, stamp: Stamp) => Promise<void>
}

/** A difference between a solution as it was last applied and the present state. */
export interface Drift {
  readonly kind: 'added' | 'changed' | 'removed'
  /** What differs, such as `group` or `access`. */
  readonly what: string
  /** The path of the changed definition, such as `docs.registrars`. */
  readonly path: string
  /** The description of the present state for people. */
  readonly sentence: Phrase
}

/**
 * A difference as clients see it. The inherited `template` and `values` are the parts of `sentence`, for its
 * translation.
 */
export interface ShownDrift extends Omit<Drift, 'sentence'>, PhraseParts {
  readonly sentence: string
}

/** Something that a definition refers to. */
export interface Use {
  /** The word of the kind of the target, or `record` for an object of this installation, such as an element. */
  readonly to: string
  /** The path of the referring part, such as `ref.contacts.counterparty`. */
  readonly path: string
  /** The target: a path such as `ref.counterparties`, or the id of an object. */
  readonly ref: string
}
