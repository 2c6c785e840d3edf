import { randomUUID } from 'node:crypto'
import { oneTask } from '../../src/process/templates/templates.fixture.ts'
import type { Cells } from './matrix/cells.ts'
import {
  application,
  caseForTemplate,
  contract,
  decision,
  documentTemplate,
  dottedSection,
  nothingYet,
  report,
  section,
  solution,
  telephony,
} from './matrix/definitions.ts'
import { contractElement, element, grant, pin, publicElement } from './matrix/elements.ts'
import {
  commonDirectory,
  directory,
  directoryAndUpload,
  fileAndUpload,
  fileForm,
  fileGrant,
  fileLink,
  file as fileOf,
  uploadLink,
} from './matrix/files.ts'
import { endedImport, formOf, idle, runningImport, upload } from './matrix/imports.ts'
import { batch, instance, noIncident, openProcess, openProcessId, reviewProcess } from './matrix/instances.ts'
import {
  actsForOthers,
  administersAny,
  administersDefinition,
  administersProcess,
  administersSolution,
  administersUser,
  answersSheet,
  answersTask,
  blocks,
  byAdministrators,
  byAnyone,
  byUsers,
  cancelsBatch,
  changesDirectory,
  changesEachFile,
  changesEachOfDirectory,
  changesFile,
  changesInstance,
  changesSheet,
  claimsTask,
  completesEachTask,
  editsElement,
  endsSession,
  endsSubstitution,
  endsToken,
  explainsOthers,
  findsMissing,
  findsNothing,
  guessesField,
  hasImport,
  hasLink,
  interruptsInstance,
  managesMarketing,
  managesSegment,
  movesInstance,
  purgesEachFile,
  releasesTask,
  removesUnused,
  restoresEachFile,
  runsReview,
  seesAny,
  seesBatch,
  seesDefinition,
  seesDirectory,
  seesEachFile,
  seesElement,
  seesFile,
  seesSheet,
  seesSolution,
  seesTask,
  sharesElement,
  sharesProcess,
  startsSheet,
  viewsReview,
  worksOnTask,
  writesShared,
} from './matrix/kinds.ts'
import { segment, subscriber } from './matrix/marketing.ts'
import { group, later, newUser, orgItem, session, substitution, token, user } from './matrix/people.ts'
import { newProcess, ownProcess, processGrant, processTemplate, timer } from './matrix/processes.ts'

import { type Actor, fresh, type Make, missingId, type Params, password, type Scene } from './matrix/scene.ts'
import { approvalOf, document, sheet } from './matrix/sheets.ts'
import { applicationValue, namespaceValue, systemValue } from './matrix/storage.ts'
import { askedTask, delegatedTask, task } from './matrix/tasks.ts'

/** Returns a valid input: the parameters of a GET, or the body of another method. */
type Input = (given: { params: Params; scene: Scene; actor: Actor }) => unknown

/** The expected answers of an operation, and how to call it. */
export interface Line {
  readonly cells: Cells
  /** Makes the thing that the operation is about; absent when it is about nothing that has an owner. */
  readonly about?: Make
  readonly input: Input
  /** Returns the query string of an operation whose input is the body. */
  readonly search?: () => string
  /** Whether the calls run one after the other, because they would disturb each other. */
  readonly mutex: boolean
}

const nothing: Input = () => undefined

function line(cells: Cells, input: Input = nothing, about?: Make): Line {
  return { cells, input, mutex: about === endedImport || about === runningImport, ...(about && { about }) }
}
const on = (about: Make, cells: Cells, input?: Input): Line => line(cells, input, about)

const item: Input = ({ params }) => ({
  context: { title: 'a title', ...(params.code === 'cases' && { kind: 'shared' }) },
})
const file: Input = async ({ params, scene, actor }) => {
  const address = `/pub/v1/app/${params.namespace}/${params.code}`
  if (params.code !== 'unheard') await idle(scene, address)
  return { fileHash: await upload(actor.call), dryRun: true }
}
const members: Input = ({ scene }) => [scene.bystander.id]
const zip: Input = async ({ scene }) => scene.solution

/** Every operation by its name. The test fails for an operation without a line and for a line without an operation. */
export const matrix: Readonly<Record<string, Line | readonly Line[]>> = {
  listApplications: line(byUsers),
  listElements: on(application, seesDefinition),
  getElement: on(element, seesElement),
  createElement: on(application, writesShared, item),
  updateElement: [
    on(element, editsElement, () => ({ context: { title: fresh('title') } })),
    // A field that is shown in public elements only: callers send back what was shown, guess the stored value, or guess
    // wrong.
    on(element, editsElement, () => ({ context: { pin: null } })),
    on(element, guessesField, () => ({ context: { pin } })),
    on(element, guessesField, () => ({ context: { pin: pin + 1 } })),
    on(publicElement, editsElement, () => ({ context: { pin } })),
    on(publicElement, guessesField, () => ({ context: { pin: null } })),
  ],
  setElementStatus: on(element, editsElement, () => ({ status: { code: 'public' } })),
  importElements: { ...on(application, writesShared, file), mutex: true },
  getImportStatus: [
    on(application, seesDefinition, () => ({})),
    on(endedImport, hasImport, ({ params }) => ({ importId: params.id })),
  ],
  getStatusSettings: on(application, seesDefinition),

  runProcess: [
    on(openProcess, seesDefinition, () => ({ context: { amount: '5' } })),
    on(reviewProcess, runsReview, ({ scene }) => ({ context: { lawyer: [scene.bystander.id] } })),
  ],
  changeInstanceContext: on(instance, changesInstance, () => ({ comment: 'a reason', context: { amount: '7' } })),
  updateInstanceVersions: on(reviewProcess, administersProcess, () => ({ instanceIds: [missingId] })),
  interruptInstances: line(byAdministrators, () => ({ instances: [] })),
  updateInstanceVersion: on(instance, movesInstance, () => ({})),
  listInstances: on(openProcess, seesDefinition),
  listInstancesByTemplateId: on(openProcessId, seesDefinition),
  listInstancesByTarget: line(byUsers, () => ({ target: 'crm-7' })),
  getInstance: on(instance, seesElement),
  interruptInstance: on(instance, interruptsInstance, () => ({})),
  useRestorePoint: on(nothingYet, findsNothing),
  listAllInstances: line(byUsers),
  describeInstance: on(instance, seesElement),
  listInstanceHistory: on(instance, seesElement),
  previewVersion: on(reviewProcess, administersProcess, () => ({ instanceIds: [] })),
  moveInstances: on(reviewProcess, administersProcess, () => ({ instanceIds: [] })),
  moveInstance: on(instance, movesInstance, () => ({})),
  interruptMany: line(byAdministrators, () => ({ instanceIds: [randomUUID()] })),
  listIncidents: line(byUsers),
  listIncidentGroups: line(byUsers),
  retryIncident: on(noIncident, findsMissing, () => ({})),
  retryIncidents: on(reviewProcess, administersProcess, () => ({})),
  skipIncident: on(noIncident, findsMissing, () => ({ reason: 'a reason' })),
  restartStep: on(instance, changesInstance, () => ({ element: 'check', reason: 'a reason' })),
  skipStep: on(instance, changesInstance, () => ({ element: 'check', reason: 'a reason' })),
  listBatches: line(byUsers),
  getBatch: on(batch, seesBatch),
  listBatchItems: on(batch, seesBatch),
  cancelBatch: on(batch, cancelsBatch),
  getProcessStatistics: [on(openProcess, seesDefinition), on(reviewProcess, viewsReview)],

  uploadTemporaryFile: { ...line(byUsers, () => formOf(1)), search: () => `hash=${randomUUID()}` },
  uploadFromLinks: line(byUsers, () => ({ downloadLinks: [] })),
  uploadToDirectory: on(directory, changesDirectory, fileForm),
  persistFiles: on(directoryAndUpload, changesEachOfDirectory, ({ params }) => ({
    files: [{ directory: params.id, hash: params.hash, name: fresh('file') }],
  })),
  createUploadLinks: line(byUsers, () => ({ hashesList: [randomUUID()] })),
  createDownloadLinks: on(fileOf, seesEachFile, ({ params }) => ({ hashesList: [params.id] })),
  deleteFiles: [
    on(fileOf, changesEachFile, ({ params }) => ({ fileIds: [params.id] })),
    on(fileOf, restoresEachFile, ({ params }) => ({ fileIds: [params.id], deleted: false })),
  ],
  moveFiles: {
    ...on(fileOf, changesFile, ({ params }) => ({ files: [{ hash: params.id }] })),
    search: () => `directoryID=${commonDirectory}`,
  },
  searchFiles: line(byUsers),
  getDirectory: on(directory, seesDirectory),
  getFile: on(fileOf, seesFile),
  listDirectories: line(byUsers),
  getFileLink: on(fileOf, seesFile),
  createDirectory: on(directory, changesDirectory, ({ params }) => ({
    name: fresh('directory'),
    directory: params.id,
  })),
  downloadFile: on(fileLink, hasLink),
  uploadByLink: on(uploadLink, hasLink, () => Buffer.from('bytes')),
  listFileGrants: on(fileOf, changesFile),
  putFileGrant: on(fileGrant, changesFile, () => ({ rights: ['view'] })),
  deleteFileGrant: on(fileGrant, changesFile),
  listFileVersions: on(fileOf, seesFile),
  addFileVersion: on(fileAndUpload, changesFile, ({ params }) => ({ hash: params.hash })),
  listDeletedFiles: line(byUsers),
  getFileUsage: line(byUsers),
  purgeFiles: on(fileOf, purgesEachFile, ({ params }) => ({ fileIds: [params.id] })),

  listUsers: line(byUsers),
  createUser: line(byAdministrators, () => ({ login: fresh('login') })),
  changeUser: on(user, administersUser, () => ({ position: fresh('position') })),
  blockUser: on(user, blocks),
  setPassword: on(user, administersUser, () => ({ password })),
  endUserSessions: on(user, administersUser),

  listModules: line(byUsers),
  getModule: on(telephony, seesSolution),
  isModuleExportable: on(telephony, seesSolution),
  listModuleSettings: line(byAdministrators),
  getModuleSettings: on(telephony, administersSolution),
  changeModuleSettings: on(telephony, administersSolution, () => ({ settings: { token: fresh('token') } })),
  updateVoipBindings: on(telephony, administersSolution, ({ scene }) => ({
    bindings: [{ extension: '0101', userId: scene.bystander.id }],
  })),
  getVoipBindings: on(telephony, administersSolution),
  getPage: on(nothingYet, findsNothing),
  getDocumentTemplate: on(documentTemplate, seesDefinition),
  getProcess: on(processTemplate, seesDefinition),
  listNamespaces: line(byUsers),
  getNamespace: on(section, seesDefinition),
  isNamespaceExportable: on(section, seesDefinition),
  listPages: on(section, seesDefinition),
  listDocumentTemplates: on(section, seesDefinition),
  listProcesses: [on(section, seesDefinition), on(dottedSection, seesDefinition)],
  listApplicationSchemas: on(section, seesDefinition),
  listNamespaceGroups: on(section, seesDefinition),
  getApplicationSchema: on(application, seesDefinition),
  isApplicationExportable: on(application, seesDefinition),
  listApplicationGroups: on(application, seesDefinition),
  listApplicationDocumentTemplates: on(application, seesDefinition),
  listApplicationProcesses: on(application, seesDefinition),
  listSolutions: line(byUsers),
  getSolution: on(solution, seesSolution),
  isSolutionExportable: on(solution, seesSolution),
  exportSolution: on(solution, administersSolution),
  getSolutionDrift: on(solution, administersSolution),
  planSolution: line(byAdministrators, zip),
  applySolution: line(byAdministrators, zip),

  updateContractElement: [
    on(contractElement, editsElement, () => ({ context: { title: fresh('title') } })),
    on(contractElement, editsElement, () => ({ context: { pin: null } })),
    on(contractElement, guessesField, () => ({ context: { pin } })),
    on(contractElement, guessesField, () => ({ context: { pin: pin + 1 } })),
  ],
  listContractElements: on(contract, seesDefinition),
  getContractElement: on(contractElement, seesElement),
  createContractElement: on(contract, writesShared, ({ params }) => ({
    context: { title: fresh('title'), ...(params.namespace === 'law' && { kind: 'shared' }) },
  })),

  listProcessTemplates: line(byUsers),
  getProcessTemplate: on(processTemplate, seesDefinition),
  listRestorePoints: line(byUsers),
  completeRestorePoint: on(nothingYet, findsNothing, () => ({ comment: 'a reason' })),
  retryRestorePoint: on(nothingYet, findsNothing),
  publishProcess: on(newProcess, administersDefinition, () => Buffer.from(oneTask())),
  retireProcess: on(ownProcess, administersDefinition),
  listProcessVersions: on(processTemplate, seesDefinition),
  getProcessBpmn: on(processTemplate, seesDefinition),
  listProcessGrants: on(processTemplate, sharesProcess),
  putProcessGrant: on(processGrant, sharesProcess, () => ({ rights: ['start'] })),
  deleteProcessGrant: on(processGrant, sharesProcess),
  listProcessStarts: on(processTemplate, seesDefinition),
  listElementProcesses: on(element, seesElement),
  startElementProcess: on(element, seesElement, () => ({ process: 'law.offered', context: { amount: '5' } })),
  sendMessage: line(byUsers, () => ({ name: fresh('message') })),
  sendSignal: line(byUsers, () => ({ name: fresh('signal') })),
  listTimers: line(byUsers),
  fireTimer: on(timer, sharesProcess),
  moveTimer: on(timer, sharesProcess, () => ({ dueAt: '2030-01-01T00:00:00Z' })),

  getSystemValue: on(systemValue, administersSolution),
  setSystemValue: line(byAdministrators, () => ({ data: 'x' })),
  deleteSystemValue: line(byAdministrators),
  getNamespaceValue: on(namespaceValue, administersDefinition),
  setNamespaceValue: on(section, administersDefinition, () => ({ data: 'x' })),
  deleteNamespaceValue: on(section, administersDefinition),
  getApplicationValue: on(applicationValue, administersDefinition),
  setApplicationValue: on(application, administersDefinition, () => ({ data: 'x' })),
  deleteApplicationValue: on(application, administersDefinition),

  listSegments: line(managesMarketing),
  createSegment: line(managesMarketing, () => ({ name: fresh('segment') })),
  getSegment: on(segment, managesSegment),
  listSegmentSubscribers: on(segment, managesSegment),
  addSegmentSubscribers: on(segment, managesSegment, () => ({ ids: [missingId] })),
  removeSegmentSubscribers: on(segment, managesSegment, () => ({ ids: [missingId] })),
  listSubscribers: line(managesMarketing),
  getMarketingSettings: line(byAdministrators),
  putMarketingSettings: line(byAdministrators, () => ({ enabled: true, groups: [] })),
  listCategories: line(managesMarketing),
  createCategory: line(managesMarketing, () => ({ name: fresh('category') })),
  createDynamicSegment: line(managesMarketing, () => ({
    name: fresh('segment'),
    namespace: 'law',
    code: 'cases',
    filter: {},
  })),
  deleteSegment: on(segment, managesSegment),
  putSubscribers: line(managesMarketing, () => ({ subscribers: [{ phone: '+7 495 1234567' }] })),
  changeSubscriber: on(subscriber, managesSegment, () => ({ consent: 'withdrawn' })),
  deleteSubscriber: on(subscriber, managesSegment),

  listGroups: line(byUsers),
  getGroup: on(group, seesAny),
  listParentGroups: on(group, seesAny),
  listSubGroups: on(group, seesAny),
  listGroupPositions: on(group, seesAny),
  listGroupUsers: on(group, seesAny),
  createGroup: on(section, administersDefinition, () => ({ __name: fresh('group') })),
  updateGroup: on(group, administersAny, () => ({ __name: fresh('group') })),
  deleteGroup: on(group, administersAny),
  addGroupItems: on(group, administersAny, members),
  removeGroupItems: on(group, administersAny, members),

  signIn: line(byAnyone, ({ scene }) => ({ login: scene.bystander.login, password })),
  signOut: line(byUsers, () => ({})),
  getMe: line(byUsers),
  changePassword: line(byUsers, () => ({ current: password, password })),
  listSessions: line(byUsers),
  endSession: on(session, endsSession),
  createToken: line(byAdministrators, () => ({ name: 'a token' })),
  listTokens: line(byUsers),
  revokeToken: on(token, endsToken),

  getElementHistory: on(element, seesElement),
  listElementGrants: on(element, sharesElement),
  putElementGrant: on(grant, sharesElement, () => ({ rights: ['view'] })),
  deleteElementGrant: on(grant, sharesElement),
  explainAccess: [
    on(element, seesElement, ({ params: { namespace, code, id } }) => ({ namespace, code, id, right: 'edit' })),
    on(application, seesDefinition, ({ params }) => ({ ...params, right: 'view' })),
    on(user, explainsOthers, ({ params }) => ({ namespace: 'law', code: 'cases', userId: params.id, right: 'view' })),
  ],
  getNamespaceAccess: on(section, administersDefinition),
  putNamespaceAccess: on(section, administersDefinition, () => ({})),
  getApplicationAccess: on(application, administersDefinition),
  putApplicationAccess: on(application, administersDefinition, () => ({})),

  getImport: on(endedImport, hasImport),
  getImportReport: on(endedImport, hasImport),
  cancelImport: on(runningImport, hasImport),
  undoImport: on(endedImport, hasImport),

  listTasks: line(byUsers),
  getTask: on(task, seesTask),
  startSheet: on(document, startsSheet, ({ params, scene }) => approvalOf(params, scene.bystander.id)),
  getSheet: on(sheet, seesSheet),
  respondToSheet: on(sheet, answersSheet, () => ({ answer: 'approved' })),
  delegateSheet: on(sheet, answersSheet, async ({ scene }) => ({ userId: (await newUser(scene)).id })),
  addSheetRespondent: on(sheet, changesSheet, async ({ scene }) => ({
    userId: (await newUser(scene)).id,
    reason: 'r',
  })),
  removeSheetRespondent: on(sheet, changesSheet, () => ({ reason: 'left' })),
  cancelSheet: on(sheet, changesSheet, () => ({ reason: 'withdrawn' })),
  listElementSheets: on(element, seesElement),
  listSheets: on(element, seesElement),
  completeTask: on(task, worksOnTask, () => ({ context: { amount: '5' }, comment: 'done' })),
  completeTasks: on(task, completesEachTask, ({ params }) => ({ ids: [params.id] })),
  claimTask: on(task, claimsTask),
  releaseTask: on(task, releasesTask),
  reassignTask: on(task, worksOnTask, async ({ scene }) => ({ userId: (await newUser(scene)).id, reason: 'holiday' })),
  delegateTask: on(task, worksOnTask, async ({ scene }) => ({ userId: (await newUser(scene)).id })),
  returnTask: on(delegatedTask, worksOnTask),
  askAboutTask: on(task, worksOnTask, async ({ scene }) => ({ userId: (await newUser(scene)).id, question: 'Why?' })),
  answerAboutTask: on(askedTask, answersTask, () => ({ answer: 'yes' })),

  listNotifications: line(byUsers),
  countUnreadNotifications: line(byUsers),
  markNotificationsRead: line(byUsers, () => ({ ids: [missingId] })),
  getNotificationSettings: line(byUsers),
  changeNotificationSettings: line(byUsers, () => ({ mail: 'daily' })),

  listOrgItems: line(byUsers),
  createOrgItem: line(byAdministrators, ({ scene }) => ({ kind: 'department', name: 'one', parent: scene.rootId })),
  updateOrgItem: on(orgItem, administersAny, () => ({ name: fresh('position') })),
  deleteOrgItem: on(orgItem, removesUnused),

  createSubstitution: on(user, actsForOthers, async ({ params, scene }) => ({
    principal: params.id,
    substitute: (await newUser(scene)).id,
    from: later,
  })),
  listSubstitutions: line(byUsers),
  endSubstitution: on(substitution, endsSubstitution),
  listAudit: line(byAdministrators),
  verifyAudit: line(byAdministrators),
  verifyElements: line(byAdministrators),
  searchEverything: line(byUsers, () => ({ q: 'matter' })),
  listReport: on(report, seesDefinition),
  listReports: line(byUsers),
  getReport: on(report, seesDefinition),
  exportReport: on(report, seesDefinition),
  listDecisions: line(byAdministrators),
  generateDocument: on(caseForTemplate, editsElement, ({ params }) => ({ element: params.id })),
  previewDocument: on(caseForTemplate, seesElement, ({ params }) => ({ element: params.id })),
  getTemplateFile: on(documentTemplate, seesDefinition),
  evaluateDecision: on(decision, administersSolution, () => ({ context: {} })),
  getClock: line(byAdministrators),
  advanceClock: line(byAdministrators, () => ({ by: 'PT1S' })),

  live: line(byAnyone),
  ready: line(byAnyone),
  getOpenApi: line(byAnyone),
  readDocs: line(byAnyone),
}
