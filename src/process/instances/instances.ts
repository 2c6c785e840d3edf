import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Caller } from '../../people/index.ts'
import type { FindSource, Lists } from '../../query/index.ts'
import type { Execution, PublishedVersion } from '../execution/execution.ts'
import type { Templates } from '../templates/index.ts'
import { type ChangeInstances, createChangeInstances } from './change-instances.ts'
import { createInstanceTemplates } from './instance-templates.ts'
import { openInstances } from './open-instance.ts'
import { createReadInstances, type ReadInstances } from './read-instances.ts'
import type { ElementReference } from './run-input.ts'
import { createRunInstance, type RunInstance } from './run-instance.ts'
import { createInstanceHistory, type InstanceHistory } from './view/instance-history.ts'
import { createInstanceView, type InstanceView } from './view/instance-view.ts'

/** Process instances: starting, finding, seeing, changing and stopping them. */
export interface Instances extends ReadInstances, ChangeInstances {
  readonly run: RunInstance
  readonly view: (caller: Caller, id: string) => Promise<InstanceView>
  /** Lists the advances of an instance, the newest first. */
  readonly history: InstanceHistory
}

export interface InstancesDeps {
  readonly database: Database
  readonly clock: Clock
  readonly lists: Lists
  readonly templates: Templates
  readonly execution: Execution
  /** Throws a 429 when the template may not be started now. */
  readonly admit: (version: PublishedVersion) => Promise<void>
  /** Throws when the caller cannot see the element. */
  readonly seeElement: (caller: Caller, element: ElementReference) => Promise<unknown>
  /** Returns the lookup of the applications that the caller may read. */
  readonly findFor: (caller: Caller) => FindSource
}

export function createInstances(deps: InstancesDeps): Instances {
  const { database } = deps
  const { reader } = database
  const { programs } = deps.templates
  const templates = createInstanceTemplates({ ...deps, reader })
  const open = openInstances(reader, templates)
  return {
    ...createReadInstances({ ...deps, reader, templates }),
    ...createChangeInstances({ ...deps, templates, programs, open }),
    run: createRunInstance({ ...deps, reader }),
    view: createInstanceView({ ...deps, reader, programs, open }),
    history: createInstanceHistory({ ...deps, open }),
  }
}
