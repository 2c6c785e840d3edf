import type { Reader } from '../../../foundation/db/database.ts'
import { typedLanguage } from '../context/index.ts'
import { loadProgram } from '../../engine/advance/index.ts'
import type { Programs, PublishedVersion } from '../../execution/execution.ts'
import { processLanguage, processLanguageWith } from '../language/index.ts'
import { type Program, programFormat } from '../../engine/model/index.ts'
import { compileProcesses } from '../../engine/process.ts'
import type { TemplateCatalog } from './template-catalog.ts'
import {
  fileOfVersion,
  liveTemplate,
  type StoredVersion,
  storedVersion,
  versionDeployedWith,
} from './templates.store.ts'

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
