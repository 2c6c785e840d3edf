import type { Calendars } from '../../../calendars/index.ts'
import type { Apps } from '../../../data/index.ts'
import type { Database } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import type { Caller } from '../../../people/index.ts'
import type { Lists } from '../../../query/index.ts'
import type { CheckReferences, Templates } from '../../definition/index.ts'
import type { Execution } from '../../execution/index.ts'
import type { AdmitStart } from '../../triggers/index.ts'
import { type ChangeInstances, createChangeInstances } from './change-instances.ts'
import type { InstanceAccess } from './instance-access.ts'
import { createReadInstances, type ReadInstances } from './read-instances.ts'
import { createRunInstance, type RunInstance } from './run-instance.ts'
import { createInstanceHistory, type InstanceHistory } from './view/instance-history.ts'
import { createInstanceView, type InstanceView } from './view/instance-view.ts'
import { visibleInstances } from './visible-instances.store.ts'

/** Process instances: starting, listing, reading, changing and interrupting. */
export interface Instances extends ReadInstances, ChangeInstances, RunInstance {
  readonly view: (caller: Caller, id: string) => Promise<InstanceView>
  /** Lists the advances of an instance, newest first. */
  readonly history: InstanceHistory
}

export interface InstancesDeps {
  readonly database: Database
  readonly clock: Clock
  readonly lists: Lists
  readonly templates: Templates
  readonly access: InstanceAccess
  readonly execution: Execution
  readonly checkReferences: CheckReferences
  /** Throws a 429 when the start limit of the template is reached. */
  readonly admit: AdmitStart
  readonly apps: Pick<Apps, 'elements' | 'findFor'>
  readonly calendars: Pick<Calendars, 'timeZone'>
}

export function createInstances(deps: InstancesDeps): Instances {
  const { database } = deps
  const { reader } = database
  const { programs } = deps.templates
  const { templates, open } = deps.access
  return {
    ...createReadInstances({ ...deps, reader, single: database.single, templates, findFor: deps.apps.findFor }),
    ...createChangeInstances({ ...deps, templates, programs, open }),
    ...createRunInstance({ ...deps, reader, seeElement: (caller, address) => deps.apps.elements.get(caller, address) }),
    view: createInstanceView({
      ...deps,
      reader,
      programs,
      open,
      timeZone: deps.calendars.timeZone,
      visible: (caller) => visibleInstances(templates, caller),
      hidden: (caller) => templates.hidden(caller),
    }),
    history: createInstanceHistory({ ...deps, reader, open, hidden: (caller) => templates.hidden(caller) }),
  }
}
