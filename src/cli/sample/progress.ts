import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Storage, storageKeyNotFound } from '../../data/index.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import type { Language } from '../../foundation/kit/languages.ts'
import type { Caller } from '../../people/index.ts'

/** Progress of the creation of the sample's data. */
interface SampleProgress {
  state: 'playing' | 'done'
  /** Time of the first start in ms. The days of the timeline are counted from this time, also after an interruption. */
  readonly startedMs: number
  /** Number of days of the timeline that were played. */
  days: number
  /** Ids of elements and users by the names of the timeline. */
  names: Readonly<Record<string, string>>
}

/** The stored state of the sample of an installation. */
export interface SampleState {
  /** Returns the progress; undefined when no data was made on this installation. */
  progress(): Promise<SampleProgress | undefined>
  writeProgress(progress: SampleProgress): Promise<void>
  /** Returns the version of the sample that was deployed last; undefined when none was. */
  deployedVersion(): Promise<string | undefined>
  writeDeployedVersion(version: string): Promise<void>
  /**
   * Returns the language of the sample; undefined when no sample was deployed, or when an earlier version, without
   * languages, deployed the sample.
   */
  language(): Promise<Language | undefined>
  writeLanguage(language: Language): Promise<void>
}

export function sampleState(storage: Storage, administrator: Caller): SampleState {
  const read = async <T extends string>(key: string): Promise<T | undefined> => {
    try {
      return JSON.parse((await storage.get({ key })).text)
    } catch (error) {
      if (error instanceof PlatformError && error.kind === storageKeyNotFound) return undefined
      throw error
    }
  }
  const write = (key: string, data: string) => storage.set(administrator, { key }, data)
  return {
    async progress() {
      const text = await read('office.installed')
      return text === undefined ? undefined : JSON.parse(text)
    },
    writeProgress: (progress) => write('office.installed', JSON.stringify(progress)),
    deployedVersion: () => read('office.deployed'),
    writeDeployedVersion: (version) => write('office.deployed', version),
    language: () => read<Language>('office.language'),
    writeLanguage: (language) => write('office.language', language),
  }
}

/** Returns a hash of the files of the sample and of the version of the program that compiles them. */
export async function sampleVersion(folder: string, programVersion: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const hash = createHash('sha256').update(programVersion)
  const contents = await Promise.all(paths.sort().map((path) => readFile(path)))
  for (const [at, bytes] of contents.entries())
    hash.update(`\n${paths[at]!.slice(folder.length)} ${bytes.length}\n`).update(bytes)
  return hash.digest('hex')
}
