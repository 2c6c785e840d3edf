import type { PlanContext } from '../../../solutions/index.ts'
import { applicationKind } from '../../application-kind/application-kind.ts'
import { planDraft } from '../../application-kind/plan/plan-applications.ts'
import type { UnknownApplications } from '../../application-kind/plan/target-problems.ts'
import { type Application, applicationPath } from '../../applications/application.ts'
import { storedApplications } from '../../applications/stored-applications.ts'

/** The applications before and after an apply, by their paths. */
export interface ChangingApplications extends UnknownApplications {
  readonly before: ReadonlyMap<string, Application>
  readonly after: ReadonlyMap<string, Application>
}

/** Returns the applications as they are deployed, and as they will be when the solution is applied. */
export function changingApplications({
  solution,
  definitions,
  mayExist,
}: Pick<PlanContext, 'solution' | 'definitions' | 'mayExist'>): ChangingApplications {
  const deployed = definitions.of(storedApplications)
  const live = deployed.filter(({ deleted }) => !deleted)
  const planned = solution.of(applicationKind).map((draft) => planDraft(draft, deployed).application)
  const staying = live.filter((one) => one.solution !== solution.code).map(({ application }) => application)
  return {
    before: byPath(live.map(({ application }) => application)),
    after: byPath([...staying, ...planned]),
    unread: solution.unread(applicationKind.word),
    mayExist,
  }
}

function byPath(applications: readonly Application[]): Map<string, Application> {
  return new Map(applications.map((application) => [applicationPath(application), application]))
}
