import type { Calendars } from '../../../calendars/index.ts'
import type { Apps } from '../../../data/index.ts'
import type { Database } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import type { Caller } from '../../../people/index.ts'
import type { Lists, Page } from '../../../query/index.ts'
import type { AnswersInLanguage, CheckReferences, Templates } from '../../definition/index.ts'
import type { Execution } from '../../execution/index.ts'
import type { AdmitStart } from '../../triggers/index.ts'
import { type ChangeDeps, type ContextChange, changeContext, interrupt } from './change-instances.ts'
import type { InstanceAccess } from './instance-access.ts'
import type { TemplateAddress } from './instance-templates.ts'
import { type InstancePlace, ReadInstances } from './read-instances.ts'
import { type Context, checkRun, type RunDeps, runInstance, type StartedInstance } from './run-instance.ts'
import { type HistoryDeps, instanceHistory } from './view/instance-history.ts'
import { type InstanceView, instanceView, type ViewDeps } from './view/instance-view.ts'
import { visibleInstances } from './visible-instances.store.ts'

export interface InstancesDeps {
  readonly database: Database
  readonly clock: Clock
  readonly lists: Lists
  readonly templates: Templates
  readonly access: InstanceAccess
  readonly execution: Execution
  readonly checkReferences: CheckReferences
  /** Translates the texts of diagrams in answers. */
  readonly answers: AnswersInLanguage
  /** Throws a 429 when the start limit of the template is reached. */
  readonly admit: AdmitStart
  readonly apps: Pick<Apps, 'elements' | 'findFor'>
  readonly calendars: Pick<Calendars, 'timeZone'>
}

/** Process instances: starting, listing, reading, changing and interrupting. */
export class Instances extends ReadInstances {
  readonly #answers: AnswersInLanguage
  readonly #running: RunDeps
  readonly #changing: ChangeDeps
  readonly #viewing: ViewDeps & HistoryDeps

  constructor(deps: InstancesDeps) {
    const { reader, single } = deps.database
    const { programs } = deps.templates
    const { templates, open } = deps.access
    super({ ...deps, reader, single, templates, findFor: deps.apps.findFor })
    this.#answers = deps.answers
    this.#running = { ...deps, reader, seeElement: (caller, address) => deps.apps.elements.get(caller, address) }
    this.#changing = { ...deps, templates, programs, open }
    this.#viewing = {
      ...deps,
      reader,
      programs,
      open,
      timeZone: deps.calendars.timeZone,
      visible: (caller) => visibleInstances(templates, caller),
      hidden: (caller) => templates.hidden(caller),
    }
  }

  /** Lists instances like `ReadInstances.list`, with the texts of diagrams in the language of the request. */
  override async list(caller: Caller, input: unknown, place?: InstancePlace): Promise<Page> {
    return this.#answers.page(await super.list(caller, input, place))
  }

  /** Returns everything about one instance. Throws `instance.not_found`. */
  async view(caller: Caller, id: string): Promise<InstanceView> {
    return this.#answers.translated(await instanceView(this.#viewing, caller, id))
  }

  /** Lists the advances of an instance, newest first. */
  history(caller: Caller, id: string, input: unknown): Promise<Page> {
    return instanceHistory(this.#viewing, caller, id, input)
  }

  /** Starts an instance by the path of its template. */
  run(caller: Caller, address: TemplateAddress, context: Context): Promise<StartedInstance> {
    return runInstance(this.#running, caller, address, context)
  }

  /** Throws the errors that `run` would throw before its first write; see `checkRun`. */
  checkRun(caller: Caller, address: TemplateAddress, context: Context): Promise<StartedInstance['template']> {
    return checkRun(this.#running, caller, address, context)
  }

  /** Merges variables into the context of a running instance; see `changeContext`. */
  changeContext(caller: Caller, id: string, change: ContextChange): Promise<void> {
    return changeContext(this.#changing, caller, id, change)
  }

  /** Ends a running instance permanently; see `interrupt`. */
  interrupt(caller: Caller, id: string, comment?: string): Promise<void> {
    return interrupt(this.#changing, caller, id, comment)
  }
}
