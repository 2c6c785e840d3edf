import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { listIncidentGroups } from './list-incident-groups.ts'
import { listIncidents } from './list-incidents.ts'
import { restartStep } from './restart-step.ts'
import { retryIncident } from './retry-incident.ts'
import { retryIncidents } from './retry-incidents.ts'
import { retrySelectedIncidents } from './retry-selected-incidents.ts'
import { skipIncident } from './skip-incident.ts'
import { skipStep } from './skip-step.ts'

/** Operations of the management API on incidents and on steps of instances. */
export const incidentOperations: readonly Operation<Context>[] = [
  listIncidents,
  listIncidentGroups,
  retryIncident,
  retryIncidents,
  retrySelectedIncidents,
  skipIncident,
  restartStep,
  skipStep,
]
