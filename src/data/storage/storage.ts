import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { JsonText } from '../../foundation/kit/json.ts'
import { didYouMean } from '../../foundation/kit/nearest.ts'
import type { Caller } from '../../people/index.ts'
import { systemNamespace } from '../../solutions/index.ts'
import { applicationPath } from '../applications/application.ts'
import type { ApplicationCatalog } from '../applications/application-catalog.ts'
import { builtInApplication } from '../applications/built-in.ts'
import {
  applicationNotFound,
  namespaceNotFound,
  storageKeyNotFound,
  storageValueTooLarge,
  storageWrongKey,
} from '../errors.ts'
import { deleteValue, lockValue, putValue, readValue, type ValueAddress } from './storage.store.ts'

/** The address of a stored value: in an application, in a namespace or module, or without a namespace in the system. */
export interface StorageAddress {
  readonly namespace?: string
  readonly code?: string
  readonly key: string
}

const storageLimits = {
  /** The maximum size of a value in UTF-8. */
  maxValueBytes: 1024 ** 2,
  maxKeyChars: 255,
} as const

/** The scope of the system; a namespace cannot have this code. */
const systemScope = 'system'
const keyPattern = new RegExp(`^[A-Za-z0-9._:-]{1,${storageLimits.maxKeyChars}}$`)

/**
 * Stored values of integrations, by key. The methods do not check rights; only operations for administrators may call
 * them. The methods throw a 404 for an unknown namespace or application, and `storage.wrong_key`.
 */
export class Storage {
  readonly #database: Database
  readonly #clock: Clock
  readonly #catalog: ApplicationCatalog
  /** Returns the codes of the modules, which have storage of their own. */
  readonly #modules: () => readonly string[]

  constructor(database: Database, clock: Clock, catalog: ApplicationCatalog, modules: () => readonly string[]) {
    this.#database = database
    this.#clock = clock
    this.#catalog = catalog
    this.#modules = modules
  }

  /** Returns the value as a JSON string. Throws `storage.key_not_found`. */
  async get(address: StorageAddress): Promise<JsonText> {
    const text = await readValue(this.#database.single, this.#resolve(address))
    if (text === undefined) throw storageKeyNotFound(`key "${address.key}" not found`)
    return new JsonText(text)
  }

  /** Stores a value in place of the previous one. Throws `storage.value_too_large`. */
  async set(caller: Caller, address: StorageAddress, data: string): Promise<void> {
    const place = this.#resolve(address)
    if (Buffer.byteLength(data) > storageLimits.maxValueBytes)
      throw storageValueTooLarge('the value is larger than 1 MiB; store large data as a file', { field: 'data' })
    await this.#database.transaction(async (tx) => {
      const before = await lockValue(tx, place)
      const after = await putValue(tx, place, { data, by: caller.userId, at: new Date(this.#clock.nowMs()) })
      if (after === undefined) return
      await recordAudit(tx, caller, { object: objectOf(place), ...(before && { before }), after })
    })
  }

  /** Deletes a value; does nothing when the key has none. */
  async delete(caller: Caller, address: StorageAddress): Promise<void> {
    const place = this.#resolve(address)
    await this.#database.transaction(async (tx) => {
      const before = await deleteValue(tx, place)
      if (before !== undefined) await recordAudit(tx, caller, { object: objectOf(place), before })
    })
  }

  #resolve({ namespace, code, key }: StorageAddress): ValueAddress {
    if (!keyPattern.test(key))
      throw storageWrongKey(
        `a key has 1 to ${storageLimits.maxKeyChars} characters: Latin letters, digits, ".", "_", ":" and "-"`,
        { field: 'key' },
      )
    if (namespace === undefined) return { namespace: systemScope, code: '', key }
    if (code === undefined) this.#checkNamespace(namespace)
    else this.#checkApplication(namespace, code)
    return { namespace, code: code ?? '', key }
  }

  #checkNamespace(namespace: string): void {
    if (namespace === systemNamespace || this.#catalog.namespaces().some(({ code }) => code === namespace)) return
    if (this.#modules().includes(namespace)) return
    const known = [...this.#catalog.namespaces().map(({ code }) => code), ...this.#modules()]
    const shown = namespace.slice(0, 200)
    throw namespaceNotFound(`namespace or module "${shown}" not found${didYouMean(shown, known)}`)
  }

  #checkApplication(namespace: string, code: string): void {
    if (this.#catalog.application(namespace, code) ?? builtInApplication({ namespace, code })) return
    const path = `${namespace}.${code}`.slice(0, 200)
    throw applicationNotFound(
      `application "${path}" not found${didYouMean(path, this.#catalog.applications().map(applicationPath))}`,
    )
  }
}

/** Returns the name of a value in the audit log. The value itself is never recorded, because it may be a secret. */
function objectOf({ namespace, code, key }: ValueAddress): string {
  return `storage:${namespace}${code === '' ? '' : `.${code}`}/${key}`
}
