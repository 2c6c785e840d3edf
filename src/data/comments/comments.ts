import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database, Transaction } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { maxShown, PlatformError } from '../../foundation/kit/errors.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import { type Caller, loadCaller, type Tell } from '../../people/index.ts'
import type { ReadElements, RequiredElement } from '../elements/read/read-elements.ts'
import type { ElementAddress } from '../elements/source/opened-application.ts'
import { commentUnknownUser } from '../errors.ts'
import { type Comment, commentsOn, countComments, insertComment, missingUsers } from './comments.store.ts'

export interface CommentInput {
  readonly text: string
  /** The ids of the users that the text mentions. */
  readonly mentions: readonly string[]
}

export interface CommentList {
  /** The comments of the page, the newest first. */
  readonly comments: readonly Comment[]
  readonly total: number
  /** The value of `before` for the next page; null when the page has fewer comments than requested. */
  readonly next: string | null
}

/** Comments on elements. Users who can see an element can read and write its comments. */
export class Comments {
  readonly #database: Database
  readonly #clock: Clock
  readonly #elements: Pick<ReadElements, 'require'>
  readonly #tell: Tell

  constructor(database: Database, clock: Clock, elements: Pick<ReadElements, 'require'>, tell: Tell) {
    this.#database = database
    this.#clock = clock
    this.#elements = elements
    this.#tell = tell
  }

  async list(
    caller: Caller,
    address: ElementAddress,
    { before, size }: { before?: string; size: number },
  ): Promise<CommentList> {
    const { app } = await this.#elements.require(this.#database.reader, caller, address, 'view')
    const page = { app, element: address.id, before: isUuid(before) ? before : undefined, size }
    const comments = await commentsOn(this.#database.reader, page)
    const total = await countComments(this.#database.reader, page)
    return { comments, total, next: comments.length < size ? null : comments.at(-1)!.id }
  }

  async get(caller: Caller, address: ElementAddress, id: string): Promise<Comment> {
    const { app } = await this.#elements.require(this.#database.reader, caller, address, 'view')
    const [found] = await commentsOn(this.#database.reader, { app, element: address.id, only: id, size: 1 })
    return found!
  }

  /** Adds a comment and notifies the mentioned users who can see the element. */
  async add(caller: Caller, address: ElementAddress, { text, mentions }: CommentInput): Promise<Comment> {
    const at = new Date(this.#clock.nowMs())
    const id = newId(at.getTime())
    const users = [...new Set(mentions.map((user) => user.toLowerCase()))]
    await this.#database.transaction(async (tx) => {
      const element = await this.#elements.require(tx, caller, address, 'view')
      const missing = await missingUsers(tx, users)
      if (missing.length > 0)
        throw commentUnknownUser(`no user has the id ${missing[0]}`, {
          field: 'mentions',
          missing: missing.slice(0, maxShown),
        })
      const comment = { app: element.app, element: address.id, id, author: caller.userId, text, mentions: users, at }
      await insertComment(tx, comment)
      const { namespace, code } = address
      const after = { element: `${namespace}.${code}:${address.id}`, text, mentions: users }
      await recordAudit(tx, caller, { object: `comment:${id}`, after })
      await this.#notify(tx, caller, address, { comment: id, element, text, mentions: users })
    })
    return this.get(caller, address, id)
  }

  /** Returns which of the mentioned users can see the element. The others must not learn that the element exists. */
  async #seeing(tx: Transaction, address: ElementAddress, ids: readonly string[]): Promise<string[]> {
    const found: string[] = []
    for (const id of ids) {
      const user = await loadCaller(tx, id, 'createElementComment', new Date(this.#clock.nowMs()))
      if (user !== undefined && (await this.#canSee(tx, user, address))) found.push(id)
    }
    return found
  }

  async #canSee(tx: Transaction, user: Caller, address: ElementAddress): Promise<boolean> {
    try {
      await this.#elements.require(tx, user, address, 'view')
      return true
    } catch (error) {
      if (error instanceof PlatformError && error.status < 500) return false
      throw error
    }
  }

  async #notify(tx: Transaction, caller: Caller, address: ElementAddress, told: Told): Promise<void> {
    const { comment, element, mentions } = told
    const { namespace, code, id } = address
    await this.#tell(tx, [
      {
        key: `comment:${comment}`,
        event: 'comment.mentioned',
        to: await this.#seeing(tx, address, mentions),
        about: { type: 'element', namespace, code, id: id.toLowerCase() },
        app: element.app,
        details: { subject: element.name ?? `${namespace}.${code}`, text: told.text },
        by: caller.userId,
      },
    ])
  }
}

interface Told {
  /** The id of the comment. */
  readonly comment: string
  readonly element: RequiredElement
  readonly text: string
  readonly mentions: readonly string[]
}
