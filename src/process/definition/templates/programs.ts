import type { Reader } from '../../../foundation/db/database.ts'
import { compileProcesses, type LoadedProgram, loadProgram, type Program, programFormat } from '../../engine/index.ts'
import { typedLanguage } from '../context/index.ts'
import { processLanguage, processLanguageWith } from '../language/process-language.ts'
import type { TemplateCatalog } from './template-catalog.ts'
import {
  fileOfVersion,
  liveTemplate,
  type StoredVersion,
  storedVersion,
  versionDeployedWith,
} from './templates.store.ts'

/** A published version whose program is loaded. */
export interface PublishedVersion {
  readonly template: string
  readonly namespace: string
  readonly code: string
  readonly version: number
  readonly loaded: LoadedProgram
}

/**
 * Finds published versions. Programs are immutable and cached. `reader` is the transaction of the caller, or
 * `database.single` outside of a transaction.
 */
export interface Programs {
  /** Returns a version; undefined for an unknown or retired template and for an unknown version. */
  find(
    reader: Reader,
    address: {
      readonly namespace: string
      readonly code: string
      /** Number of the version; the newest version if absent. */
      readonly version?: number
      /**
       * Version of another template. Selects the version that was newest when that version was published, or the
       * newest version if there was none then.
       */
      readonly deployedWith?: PublishedVersion
    },
  ): Promise<PublishedVersion | undefined>
  /** Returns the version of an instance, even of a retired template. Throws when the version does not exist. */
  get(reader: Reader, template: string, version: number): Promise<PublishedVersion>
}

/** Maximum number of loaded programs in memory. */
const maxLoaded = 500

/**
 * Creates the look-up of published versions. Loaded programs are cached; the least recently used program is dropped.
 */
export function createPrograms(catalog: TemplateCatalog): Programs {
  const loaded = new Map<string, PublishedVersion>()

  async function load(reader: Reader, template: string, version: number): Promise<PublishedVersion | undefined> {
    const key = `${template}@${version}`
    const found = loaded.get(key) ?? (await read(reader, template, version))
    if (found === undefined) return undefined
    // Setting the key again moves it to the end, so the first key is the least recently used.
    loaded.delete(key)
    loaded.set(key, found)
    if (loaded.size > maxLoaded) loaded.delete(loaded.keys().next().value!)
    return found
  }

  return {
    async find(reader, { namespace, code, version, deployedWith }) {
      const known = catalog.find(namespace, code)
      const template = known
        ? { id: known.id, version: known.file.version }
        : await liveTemplate(reader, { namespace, code })
      if (template === undefined) return undefined
      const wanted =
        version ?? (deployedWith && (await versionDeployedWith(reader, template.id, deployedWith))) ?? template.version
      return load(reader, template.id, wanted)
    },
    async get(reader, template, version) {
      const found = await load(reader, template, version)
      if (found === undefined) throw new Error(`version ${version} of the process template ${template} does not exist`)
      return found
    },
  }
}

async function read(reader: Reader, template: string, version: number): Promise<PublishedVersion | undefined> {
  const stored = await storedVersion(reader, template, version)
  if (stored === undefined) return undefined
  const { namespace, code } = stored
  const program = await programOf(reader, stored)
  return {
    template,
    namespace,
    code,
    version,
    loaded: loadProgram(program, typedLanguage(program, processLanguageWith)),
  }
}

/** Returns the stored program of a version. A program of another format is compiled again from its file. */
async function programOf(reader: Reader, { template, version, format, program }: StoredVersion): Promise<Program> {
  if (format === programFormat) return program
  const bytes = await fileOfVersion(reader, template, version)
  const programs = await compileProcesses(bytes!, processLanguage)
  const same = programs.find(({ process }) => process === program.process)
  if (same === undefined)
    throw new Error(
      `version ${version} of the process template ${template} cannot be compiled again, because its file lacks the process`,
    )
  return same
}
