import type { Reader } from '../../../foundation/db/database.ts'
import { Bound, type Sql, sql } from '../../../foundation/db/sql.ts'
import { wrongInput } from '../../../foundation/http/errors.ts'
import { createBatch } from '../../../foundation/kit/batch.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import { JsonText } from '../../../foundation/kit/json.ts'
import type { Caller } from '../../../people/index.ts'
import {
  type Condition,
  type FindSource,
  type ListRequest,
  type Lists,
  type Page,
  planList,
  readListRequest,
  type Source,
} from '../../../query/index.ts'
import { isWireState, type WireState } from '../../execution/index.ts'
import { instanceMissing } from '../errors.ts'
import { instanceSource } from './instance-source.ts'
import { type InstanceTemplates, type TemplateAddress, templateMissing } from './instance-templates.ts'
import { countOf, instanceText, instanceTexts, type StoredTemplate, seesAny } from './instances.store.ts'
import type { StartedInstance } from './run-instance.ts'
import { concerning, visibleInstances, waitsAt } from './visible-instances.store.ts'

const ended: readonly WireState[] = ['done', 'cancel']

/**
 * Returns the states whose instances a list contains when the list is restricted by nothing else, so that its total
 * follows from the stored numbers of instances in each state; undefined for any other list.
 */
function countedStates({ filter, ids, active }: ListRequest): readonly WireState[] | undefined {
  if (filter === undefined || ids.length > 0) return undefined
  const states = statesOf(filter)
  if (states === undefined || !states.every(isWireState)) return undefined
  return [...new Set(states)].filter((state) => !active || !ended.includes(state))
}

function statesOf(filter: Condition): readonly unknown[] | undefined {
  if (filter.is === 'criterion' && isState(filter.field)) return [filter.value].flat()
  if (filter.is === 'compare' && filter.operator === '=' && isState(filter.left)) return valuesOf([filter.right])
  if (filter.is === 'in' && isState(filter.value) && filter.among.is === 'values') return valuesOf(filter.among.values)
  return undefined
}

type Operand = Extract<Condition, { is: 'compare' }>['left']

const isState = (operand: Operand): boolean =>
  operand.is === 'field' && operand.of === undefined && operand.names.join('.') === '__state'

const valuesOf = (operands: readonly Operand[]): readonly unknown[] =>
  operands.map((operand) => (operand.is === 'value' ? operand.value : undefined))

type RowTest = (row: Sql) => Sql

/** A selection of instances in addition to the filters of a list. */
export interface InstancePlace {
  readonly template?: TemplateAddress | undefined
  /** Id of an element of the template at which the instances wait or have an open incident; only with a template. */
  readonly elementId?: string | undefined
}

export interface ReadDeps {
  readonly reader: Reader
  /** Access for short reads. */
  readonly single: Reader
  readonly clock: Clock
  readonly lists: Lists
  readonly templates: InstanceTemplates
  /** Returns the lookup of the applications that the caller may read. */
  readonly findFor: (caller: Caller) => FindSource
}

/** Reads instances through the query compiler. Callers see only instances that their rights allow. */
export class ReadInstances {
  readonly #deps: ReadDeps
  /** Returns the JSON text of an instance that a caller has just started. */
  readonly #textOfStarted: (started: StartedInstance) => Promise<string | undefined>

  constructor(deps: ReadDeps) {
    this.#deps = deps
    this.#textOfStarted = createBatch((all) => textsOfStarted(deps, all), { maxItems: 64, maxRuns: 2 })
  }

  async listOfTemplate(caller: Caller, address: TemplateAddress, input: unknown): Promise<Page> {
    return this.#listOf(caller, await this.#known(caller, address), input)
  }

  /** Lists instances like `listOfTemplate`, by the id of the template. */
  async listOfTemplateId(caller: Caller, id: string, input: unknown): Promise<Page> {
    const template = isUuid(id) ? await this.#deps.templates.get(id) : undefined
    if (template === undefined || !(await this.#knows(caller, template))) throw templateMissing({ id })
    return this.#listOf(caller, template, input)
  }

  /** Lists the instances of all templates that were started for a target. */
  async listOfTarget(caller: Caller, input: { readonly target?: unknown }): Promise<Page> {
    const { target } = input
    if (typeof target !== 'string' || target === '') {
      throw wrongInput('"target" must be the identifier of the object that the instances were started for', {
        field: 'target',
      })
    }
    const bound = new Bound(target)
    return this.#page(
      caller,
      readListRequest(input),
      this.#ofAll(caller, (row) => sql`${row}.target = ${bound}`),
    )
  }

  /**
   * Lists the instances of all templates, or of one template. With one template, its variables are fields of the
   * list.
   */
  async list(caller: Caller, input: unknown, { template: address, elementId }: InstancePlace = {}): Promise<Page> {
    if (address === undefined) {
      if (elementId !== undefined)
        throw wrongInput('"elementId" needs "process", the path of the process with the element', {
          field: 'process',
        })
      return this.#page(caller, readListRequest(input), this.#ofAll(caller))
    }
    const template = await this.#known(caller, address)
    return this.#listOf(caller, template, input, elementId === undefined ? undefined : waitsAt(template.id, elementId))
  }

  /** Returns an instance with its system fields and its context. */
  async get(caller: Caller, id: string): Promise<JsonText> {
    const { reader, templates } = this.#deps
    const template = isUuid(id) ? await templates.ofInstance(id) : undefined
    const text = template && (await instanceText(reader, await this.#ofTemplate(caller, template), id))
    if (text === undefined) throw instanceMissing(id)
    return new JsonText(text)
  }

  /**
   * Returns an instance that the caller has just started, as `get` does. Simultaneous calls share one read, unless
   * variables can be hidden from the caller.
   */
  async getStarted(caller: Caller, started: StartedInstance): Promise<JsonText> {
    const { single, templates } = this.#deps
    const { id, template } = started
    const hidden = (await templates.canHide(template)) ? templates.hidden(caller) : undefined
    const ownText = async () => {
      const variables = await templates.variables(template)
      return instanceText(single, instanceSource({ variables, hidden, find: () => undefined }), id)
    }
    const text = await (hidden === undefined ? this.#textOfStarted(started) : ownText())
    if (text === undefined) throw instanceMissing(id)
    return new JsonText(text)
  }

  async #listOf(caller: Caller, template: StoredTemplate, input: unknown, only?: RowTest): Promise<Page> {
    const request = readListRequest(input)
    return this.#page(caller, request, await this.#ofTemplate(caller, template, only), template.id)
  }

  async #page(caller: Caller, request: ListRequest, source: Source, template?: string): Promise<Page> {
    const { reader, clock, lists, findFor } = this.#deps
    const plan = planList(request, source, { find: findFor(caller), callerId: caller.userId, nowMs: clock.nowMs() })
    const counts = plan.counts ?? (source.narrowed === undefined ? countedStates(request) : undefined)
    return lists.run(plan, () => (counts ? countOf(reader, template, counts) : lists.count(plan)))
  }

  async #ofTemplate(caller: Caller, template: StoredTemplate, only?: RowTest): Promise<Source> {
    const { templates, findFor } = this.#deps
    return instanceSource({
      ...(only && { only }),
      template: template.id,
      variables: await templates.variables(template),
      visible: (await templates.may(caller, template.id, 'viewAll')) ? undefined : concerning(templates, caller),
      hidden: templates.hidden(caller),
      find: findFor(caller),
    })
  }

  #ofAll(caller: Caller, only?: RowTest): Source {
    const { templates, findFor } = this.#deps
    const visible = caller.administrator ? undefined : visibleInstances(templates, caller)
    return instanceSource({ visible, hidden: templates.hidden(caller), find: findFor(caller), ...(only && { only }) })
  }

  async #known(caller: Caller, address: TemplateAddress): Promise<StoredTemplate> {
    const template = await this.#deps.templates.find(address)
    if (template === undefined || !(await this.#knows(caller, template))) throw templateMissing(address)
    return template
  }

  /**
   * Returns whether the caller can see a template: by a right to the template, or by an instance that concerns the
   * caller.
   */
  async #knows(caller: Caller, { id }: StoredTemplate): Promise<boolean> {
    const { reader, templates } = this.#deps
    return (
      (await templates.may(caller, id, 'view')) ||
      (await templates.may(caller, id, 'start')) ||
      seesAny(reader, id, concerning(templates, caller))
    )
  }
}

async function textsOfStarted(
  { single, templates }: Pick<ReadDeps, 'single' | 'templates'>,
  all: readonly StartedInstance[],
): Promise<(string | undefined)[]> {
  const texts = new Map<string, string>()
  for (const some of Map.groupBy(all, ({ template }) => template.id).values()) {
    const variables = await templates.variables(some.at(-1)!.template)
    const source = instanceSource({ variables, find: () => undefined })
    const rows = await instanceTexts(
      single,
      source,
      some.map((one) => one.id),
    )
    for (const row of rows) texts.set(row.id, row.text)
  }
  return all.map(({ id }) => texts.get(id))
}
