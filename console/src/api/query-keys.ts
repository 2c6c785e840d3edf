/** The application whose elements a key or a write is about. */
interface Of {
  readonly namespace: string
  readonly code: string
}

const about =
  (subject: string) =>
  (...part: readonly unknown[]) =>
    [subject, ...part] as const

/**
 * The keys of all cached answers, by what the answers are about. A key without its last parts stands for all answers
 * whose keys begin with it: `keys.users()` for the lists and for each user.
 */
export const keys = {
  access: about('access'),
  application: about('application'),
  audit: about('audit'),
  backups: about('backups'),
  batches: about('batches'),
  bpmn: about('bpmn'),
  cases: about('cases'),
  /** What a search box finds. */
  choices: about('choices'),
  designPlan: about('design-plan'),
  editable: about('editable'),
  elementNames: about('element-names'),
  elements: ({ namespace, code }: Of, ...part: readonly unknown[]) => ['elements', namespace, code, ...part] as const,
  /** The elements of all applications. */
  allElements: about('elements'),
  explain: about('explain'),
  /** Name and content of one file, wherever it is shown. */
  file: about('file'),
  /** The tree of directories, and what it shows of files. */
  files: about('files'),
  fileText: about('file-text'),
  grants: about('grants'),
  groupPaths: about('group-paths'),
  groups: about('groups'),
  import: about('import'),
  importPreview: about('import-preview'),
  imports: about('imports'),
  incidents: about('incidents'),
  instance: about('instance'),
  instanceNames: about('instance-names'),
  instances: about('instances'),
  jobs: about('jobs'),
  movePreview: about('move-preview'),
  notifications: about('notifications'),
  openapi: about('openapi'),
  orgItems: about('org-items'),
  pdf: about('pdf'),
  processDraft: about('process-draft'),
  processPlan: about('process-plan'),
  processes: about('processes'),
  queues: about('queues'),
  records: about('records'),
  reports: about('reports'),
  restorePoints: about('restore-points'),
  search: about('search'),
  sheets: about('sheets'),
  solutionDrift: about('solution-drift'),
  solutionFile: about('solution-file'),
  solutionPlan: about('solution-plan'),
  solutions: about('solutions'),
  substitutions: about('substitutions'),
  system: about('system'),
  tasks: about('tasks'),
  tokens: about('tokens'),
  userNames: about('user-names'),
  users: about('users'),
  views: about('views'),
  webhooks: about('webhooks'),
  workspace: about('workspace'),
}

/** The keys of the answers that a write makes stale, by what was written. */
export const staleAfter = {
  accessRule: () => [keys.access(), keys.explain()],
  administrator: () => [keys.users(), keys.groups(), keys.workspace()],
  backup: () => [keys.backups()],
  batch: (id: string) => [keys.batches(id)],
  comment: (of: Of, element: string) => [keys.elements(of, 'comments', element)],
  /** A decision on a task can set statuses of elements of any application. */
  decision: () => [...staleAfter.task(), keys.allElements()],
  element: (of: Of) => [keys.elements(of)],
  export: (solution: string) => [keys.solutionDrift(solution)],
  /** Without an id: files were moved, deleted or restored, and their names and contents have not changed. */
  file: (id?: string) => [keys.files(), ...(id === undefined ? [] : [keys.file(id)])],
  /** Only the lists are read again, because the deleted file stays open until its card is closed. */
  fileDeleted: () => [keys.files('list')],
  grant: () => [keys.grants(), keys.explain()],
  group: () => [keys.groups()],
  /** The group itself is not read again, because it is gone. */
  groupDeleted: () => [keys.groups('list'), keys.groups('of-user')],
  importPlan: () => [keys.imports()],
  importState: (id: string) => [keys.import(id)],
  importUndone: (id: string, of: Of) => [keys.import(id), keys.imports(), keys.elements(of)],
  instance: (id: string) => [keys.instance(id)],
  job: () => [keys.jobs()],
  membership: () => [keys.groups(), keys.users()],
  move: () => [keys.processes(), keys.instances(), keys.instance()],
  orgHolders: () => [keys.orgItems(), keys.users(), keys.groups()],
  orgItem: () => [keys.orgItems()],
  processStart: (of: Of) => [keys.elements(of), keys.tasks()],
  queue: () => [keys.queues()],
  record: () => [keys.records()],
  /** `of` is the application of the registered document; a registration may have none. */
  registration: (of?: Of) => [keys.records(), keys.cases(), ...(of ? [keys.elements(of)] : [])],
  restorePoint: () => [keys.restorePoints()],
  solution: () => [
    keys.solutions(),
    keys.solutionDrift(),
    keys.workspace(),
    keys.application(),
    keys.allElements(),
    keys.access(),
    keys.groups(),
  ],
  substitution: () => [keys.substitutions()],
  task: () => [keys.tasks(), keys.workspace()],
  token: () => [keys.tokens()],
  user: () => [keys.users(), keys.userNames(), keys.groups()],
  view: (application: string) => [keys.views(application)],
  webhook: () => [keys.webhooks()],
}
